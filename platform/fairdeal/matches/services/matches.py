"""Making matches, calling them off, opening their records, and telling others that they are over."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import structlog
from django.db import transaction
from django.utils.translation import gettext as _

import engines
from fairdeal.accounts.models import Owner, User
from fairdeal.common import clock
from fairdeal.common.errors import Conflict, InvalidInput
from fairdeal.matches import designs, states
from fairdeal.matches import seeds as seeding
from fairdeal.matches.limits import read_limits
from fairdeal.matches.models import Attempt, AttemptState, EntryKind, Lane, Match, MatchEntrant, MatchState
from fairdeal.matches.signals import match_settled
from fairdeal.submissions.models import BotVersion, VersionState

# Rows a statement: large enough to be quick, small enough that a long schedule is never whole in memory as SQL.
_BATCH: Final = 500

# Why the attempts of a match that is called off have ended.
CALLED_OFF: Final = "the match was called off"

logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who meets in a match, on which deals; without a seed for the bots' random numbers it is derived."""

    versions: Sequence[BotVersion]
    seeds: Sequence[str]
    rng_seed: str | None = None


def match_create(
    *,
    game: str,
    players: int | None,
    options: Mapping[str, Any] | None,
    entry_kind: str,
    versions: Sequence[BotVersion],
    seeds: Sequence[str],
    limits: Mapping[str, Any] | None = None,
    is_rated: bool = True,
    rng_seed: str | None = None,
    is_closed: bool = False,
) -> Match:
    """Make one match that is in no lane; it is not played before `match_enqueue`. Raises as `matches_create`."""
    (match,) = matches_create(
        game=game,
        players=players,
        options=options,
        entry_kind=entry_kind,
        lineups=[Lineup(versions, seeds, rng_seed)],
        limits=limits,
        is_rated=is_rated,
        is_closed=is_closed,
    )
    return match


@transaction.atomic
def matches_create(
    *,
    game: str,
    players: int | None,
    options: Mapping[str, Any] | None,
    entry_kind: str,
    lineups: Iterable[Lineup],
    limits: Mapping[str, Any] | None = None,
    is_rated: bool = True,
    is_closed: bool = False,
    lane: Lane | None = None,
    private_to: User | None = None,
) -> list[Match]:
    """Make matches of one game, in the order of their line-ups; in a lane they wait until it is their turn.

    Those that are private to somebody are not rated.
    Raises InvalidInput with the fields of the first line-up at fault.
    """
    table = make_game(game, players, options)
    fields = entry_errors(table, entry_kind)
    if fields:
        raise InvalidInput(_("The match cannot be made like this."), fields=fields)
    facts = {
        "game": table.id,
        "players": table.players,
        "options": table.canonical_options,
        "ruleset": table.ruleset,
        "entry_kind": EntryKind(entry_kind),
        "limits": read_limits(limits),
        "is_rated": is_rated,
        "is_closed": is_closed,
        "lane": lane,
        "private_to": private_to,
    }
    if lane is not None:
        Lane.objects.filter(pk=lane.pk).update(is_waiting=True)
    rest, matches = iter(lineups), []
    while batch := list(islice(rest, _BATCH)):
        for lineup in batch:
            _check_lineup(table, entry_kind, lineup, is_rated=is_rated)
        matches += _store(batch, facts)
    return matches


def _store(lineups: Sequence[Lineup], facts: Mapping[str, Any]) -> list[Match]:
    matches = Match.objects.bulk_create(
        Match(
            seeds=list(lineup.seeds),
            rng_seed=lineup.rng_seed or seeding.bots_seed(lineup.seeds[0], cycle=0, round_number=0, table=0),
            **facts,
        )
        for lineup in lineups
    )
    MatchEntrant.objects.bulk_create(
        MatchEntrant(match=match, index=index, version=version)
        for match, lineup in zip(matches, lineups, strict=True)
        for index, version in enumerate(lineup.versions)
    )
    return matches


def _check_lineup(table: engines.Game, entry_kind: str, lineup: Lineup, *, is_rated: bool) -> None:
    fields = lineup_errors(table, entry_kind, lineup.versions, is_rated=is_rated)
    most = designs.most_blocks(entry_kind, table.players, table.sides)
    seeds = lineup.seeds
    if not 1 <= len(seeds) <= most or not all(seeding.is_seed(seed) for seed in seeds):
        fields["seeds"] = [_("Expected 1 to %(most)d seeds of 128 to 256 bits, in hex.") % {"most": most}]
    elif len(set(seeds)) != len(seeds):
        fields["seeds"] = [_("The same seed twice would count the same cards twice.")]
    if lineup.rng_seed is not None and not seeding.is_seed(lineup.rng_seed):
        fields["rng_seed"] = [_("Expected a seed of 128 to 256 bits, in hex.")]
    if fields:
        raise InvalidInput(_("The match cannot be made like this."), fields=fields)


def make_game(game: str, players: int | None, options: Mapping[str, Any] | None) -> engines.Game:
    """Make the game of a match; raises InvalidInput that names game, players or options."""
    if options is not None and not isinstance(options, Mapping):
        raise InvalidInput(_("Such a game cannot be played."), fields={"options": _("Expected an object.")})
    try:
        return engines.make_game(game, players, options or {})
    except engines.EngineError as error:
        kinds = {engines.UnknownGame: "game", engines.BadPlayers: "players"}
        field = kinds.get(type(error), "options")
        raise InvalidInput(_("Such a game cannot be played."), fields={field: str(error)}) from error


def entry_errors(game: engines.Game, entry_kind: str) -> dict[str, list[str]]:
    """Return what is wrong with the kind of entry in this game."""
    if entry_kind not in EntryKind.values:
        return {"entry_kind": [_("Expected “side” or “seat”.")]}
    if entry_kind == EntryKind.SIDE and not game.has_sides:
        return {"entry_kind": [_("Nobody has a partner in this game: an entrant plays a seat.")]}
    if entry_kind == EntryKind.SEAT and game.has_sides:
        try:
            groups = designs.partners(entry_kind, game.side_of)
        except ValueError:
            groups = []
        if len(groups) != 2:
            return {"entry_kind": [_("In this game an entrant can only play all seats of a side.")]}
    return {}


def lineup_errors(
    game: engines.Game, entry_kind: str, versions: Sequence[BotVersion], *, is_rated: bool
) -> dict[str, list[str]]:
    """Return what keeps these versions from sitting at one table."""
    errors: list[str] = []
    needed = designs.entrants_needed(entry_kind, game.players, game.sides)
    if len(versions) != needed:
        errors.append(
            _("This table takes %(needed)d entrants, not %(found)d.") % {"needed": needed, "found": len(versions)}
        )
    if len({version.pk for version in versions}) != len(versions):
        errors.append(_("A version cannot play against itself."))
    errors += version_errors(game.id, versions)
    if is_rated and needed > 2:
        errors += owner_errors(versions)
    return {"versions": errors} if errors else {}


def version_errors(game: str, versions: Iterable[BotVersion]) -> list[str]:
    """Say which versions may not play this game."""
    errors = []
    for version in versions:
        if version.state != VersionState.ACTIVE:
            errors.append(_("%(version)s may not play: %(reason)s") % {"version": version, "reason": _reason(version)})
        elif game not in version.games:
            errors.append(_("%(version)s does not play %(game)s.") % {"version": version, "game": game})
    return errors


def _reason(version: BotVersion) -> str:
    reasons = {
        VersionState.CHECKING: _("its check is not over yet."),
        VersionState.REJECTED: _("its check found something wrong with it."),
        VersionState.UNCHECKED: _("its check could not be carried out; it can be asked for again."),
        VersionState.SUSPENDED: _("it was stopped after repeated faults."),
    }
    return reasons[VersionState(version.state)]


def owner_errors(versions: Iterable[BotVersion]) -> list[str]:
    """Say which owner would have two bots at a table of more than two; the house's bots are nobody's."""
    seen = Counter(version.bot.owner for version in versions if version.bot.owner.kind != Owner.Kind.HOUSE)
    text = _("Two bots of %(owner)s cannot sit at a rated table of more than two entrants.")
    return [text % {"owner": owner.name} for owner, count in seen.items() if count > 1]


@transaction.atomic
def match_cancel(*, match: Match) -> Match:
    """Call a match off; raises Conflict when it is over already."""
    locked = Match.objects.select_for_update().get(pk=match.pk)
    if locked.state in states.TERMINAL:
        raise Conflict(_("The match is over already."), code="match_over")
    Attempt.objects.filter(match=locked, state=AttemptState.LIVE).update(
        state=AttemptState.EXPIRED, ended_at=clock.now(), reason=CALLED_OFF
    )
    move(locked, MatchState.CANCELLED)
    return locked


@transaction.atomic
def matches_open(*, match_ids: Collection[int]) -> int:
    """Let everybody see seeds and records of these matches; returns how many were closed before."""
    return Match.objects.filter(pk__in=match_ids, is_closed=True).update(is_closed=False)


def move(match: Match, new: MatchState) -> None:
    """Bring a match, locked by the caller, into a state; a conditional update, so that only one can do it."""
    states.check_match(match.state, new)
    changes: dict[str, Any] = {"state": new}
    if new in states.TERMINAL:
        changes["finished_at"] = clock.now()
    elif match.finished_at is not None:
        changes["finished_at"] = None
    if Match.objects.filter(pk=match.pk, state=match.state).update(**changes) != 1:
        raise Conflict(_("The match has changed in the meantime."), code="match_changed")
    for name, value in changes.items():
        setattr(match, name, value)
    if new in states.TERMINAL:
        match_id = match.pk
        transaction.on_commit(lambda: announce(match_id))


def announce(match_id: int) -> None:
    """Tell the listeners that a match is over; the sweeps make up for one that fails."""
    for receiver, answer in match_settled.send_robust(sender=Match, match_id=match_id):
        if isinstance(answer, Exception):
            logger.error("listener failed", match=match_id, receiver=str(receiver), exc_info=answer)
