"""Rows for the pages, made in one line each and straight in the database: the pages are tested, not the services."""

from __future__ import annotations

import hashlib
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

from fairdeal.accounts.models import Owner, User
from fairdeal.matches.models import (
    TERMINAL_STATES,
    Attempt,
    AttemptState,
    Block,
    EntryKind,
    Match,
    MatchEntrant,
    MatchState,
)
from fairdeal.ratings.models import LiveRating, Pool
from fairdeal.submissions.models import Bot, BotVersion, Check, CheckState, VersionState
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.models import Entry, Pairing, Tournament, TournamentState

import engines

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SEED = "5e" * 32
_numbers = itertools.count(1)


def sha(text: str) -> str:
    """Give a hash that is a hash of something."""
    return hashlib.sha256(text.encode()).hexdigest()


def make_user(name: str, **facts: Any) -> User:
    """Make a user, and the owner that comes with it."""
    return User.objects.create_user(username=name, password="correct horse battery", **facts)


def make_version(user: User, bot_name: str = "fox", **facts: Any) -> BotVersion:
    """Make a version of a bot; accepted and private unless told otherwise."""
    owner = Owner.objects.get(name=user.username)
    bot, _made = Bot.objects.get_or_create(owner=owner, name=bot_name)
    last = bot.versions.order_by("-number").first()
    values = {
        "number": last.number + 1 if last else 1,
        "bundle_sha256": sha(f"bundle {next(_numbers)}"),
        "upload_sha256": sha(f"upload {next(_numbers)}"),
        "bundle_size": 1234,
        "entry": "main.py",
        "games": ["thirty-one"],
        "state": VersionState.ACTIVE,
    }
    return BotVersion.objects.create(bot=bot, owner=owner, **values | facts)


def make_check(version: BotVersion, state: str = CheckState.FAILED, **report: Any) -> Check:
    """Make a check with its report."""
    return Check.objects.create(
        version=version,
        number=version.checks.count() + 1,
        state=state,
        token_digest=sha(f"token {next(_numbers)}"),
        lease_expires_at=START,
        report={"summary": "", "steps": [], **report},
    )


def make_match(*versions: BotVersion, blocks: int = 2, state: str = MatchState.FINISHED, **facts: Any) -> Match:
    """Make a match of thirty-one; a finished one has its blocks, in each of which the first entrant wins all games."""
    game = engines.make_game("thirty-one", len(versions))
    match = Match.objects.create(
        game="thirty-one",
        players=game.players,
        ruleset=game.ruleset,
        entry_kind=EntryKind.SEAT,
        seeds=[sha(f"seed {index}") for index in range(blocks)],
        rng_seed=SEED,
        state=state,
        finished_at=START if state in TERMINAL_STATES else None,
        **facts,
    )
    MatchEntrant.objects.bulk_create(
        MatchEntrant(match=match, index=index, version=version) for index, version in enumerate(versions)
    )
    if state == MatchState.FINISHED:
        play(match, len(versions), blocks)
    return match


def play(match: Match, entrants: int, blocks: int) -> None:
    """Write an attempt and its blocks."""
    attempt = Attempt.objects.create(
        match=match,
        number=1,
        state=AttemptState.FINISHED,
        token_digest=sha("lease"),
        lease_expires_at=START,
        ended_at=START + timedelta(minutes=1),
        worker="box:7",
        engine_version="1.0.0",
        sandbox="bwrap",
        blocks_done=blocks,
    )
    Block.objects.bulk_create(
        Block(
            match=match,
            index=index,
            attempt=attempt,
            record_sha256=sha(f"record {index}"),
            record_size=900,
            games=[game_summary(rotation, entrants) for rotation in range(entrants)],
        )
        for index in range(blocks)
    )


def game_summary(rotation: int, entrants: int, **facts: Any) -> dict[str, Any]:
    """Give a game in which entrant 0 comes first, 1 second, and so on."""
    seating = [(seat + rotation) % entrants for seat in range(entrants)]
    return {
        "seating": seating,
        "places": [entrant + 1 for entrant in seating],
        "totals": [10 * (entrants - entrant) for entrant in seating],
        "payouts": [0] * entrants,
        "deals": 9,
        "verdicts": ["ok"] * entrants,
        "faults": [],
        **facts,
    }


def make_pool(*versions: BotVersion) -> Pool:
    """Make a pool in which the versions are rated, best first."""
    game = engines.make_game("thirty-one", 2)
    pool = Pool.objects.create(
        ruleset=game.ruleset, game=game.id, players=2, entry_kind=EntryKind.SEAT, last_sequence=10 * len(versions)
    )
    for index, version in enumerate(versions):
        LiveRating.objects.create(
            pool=pool,
            version=version,
            elo_milli=1_600_000 - 50_000 * index,
            minted_milli=1_500_000,
            units=20,
            games=40,
            half_points=50 - 10 * index,
            half_points_squared=150 - 10 * index,
        )
    return pool


def make_tournament(
    organiser: User, *versions: BotVersion, state: str = TournamentState.RUNNING, **facts: Any
) -> Tournament:
    """Make a round-robin of pairs; a running one has its first pairing played, a finished one all of them."""
    values = {
        "name": "Spring cup",
        "game": "thirty-one",
        "players": 2,
        "entry_kind": EntryKind.SEAT,
        "settings": {"table_size": 2},
        "blocks": 2,
        "seed": SEED,
        "seed_sha256": hashlib.sha256(bytes.fromhex(SEED)).hexdigest(),
        "started_at": None if state == TournamentState.DRAFT else START,
    }
    values |= facts
    tournament = Tournament.objects.create(organiser=organiser, state=state, **values)
    for number, version in enumerate(versions, start=1):
        Entry.objects.create(tournament=tournament, number=number, version=version)
    if state == TournamentState.DRAFT:
        return tournament
    is_closed = state == TournamentState.RUNNING
    for order, table in enumerate(RoundRobin(2).schedule(len(versions)).tables):
        is_played = order == 0 or not is_closed
        match_state = MatchState.FINISHED if is_played else MatchState.QUEUED
        seated = [versions[number - 1] for number in table.entrants]
        match = make_match(*seated, blocks=values["blocks"], state=match_state, is_closed=is_closed)
        place = {"cycle": table.cycle, "round": table.round, "table": table.table, "numbers": table.entrants}
        Pairing.objects.create(tournament=tournament, match=match, **place)
    return tournament


def tournament_fields(**changes: Any) -> dict[str, Any]:
    """Give the form for a tournament as a browser sends it: a round-robin of Thirty-One."""
    return {
        "name": "Cup",
        "format": "round-robin",
        "settings_of": "round-robin",
        "players": 2,
        "entry_kind": "seat",
        "blocks": 3,
        "visibility": "public",
        "deals": "cycle",
        "setting-cycles": 1,
        "setting-scoring": "blocks",
        "setting-withdrawal": "stand",
        **changes,
    }
