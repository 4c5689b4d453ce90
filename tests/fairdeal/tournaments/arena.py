"""Whole tournaments on a database: who sits where, a judge that gives the results, a worker that sends them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from fairdeal.accounts.models import User
from fairdeal.matches.models import Match, MatchState
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Pairing, Tournament
from fairdeal.tournaments.services import tournament_create, tournament_start

from tests.fairdeal.playing import FakeWorker, Places, all_draw, first_wins, last_wins

#: Gives the places of the entrants of a pairing.
Judge = Callable[[Pairing], Places]


def lower_wins(pairing: Pairing) -> Places:
    """Rank the entrants by their numbers."""
    ranks = [1 + sorted(pairing.numbers).index(number) for number in pairing.numbers]
    return lambda block, rotation, entrants: ranks


def chance(pairing: Pairing) -> Places:
    """Let somebody win, or nobody, by where the table stands alone; whoever asks, and whenever."""
    place = (pairing.cycle, pairing.round, pairing.table, pairing.leg)
    return random.Random(str(place)).choice([first_wins, last_wins, all_draw])


def create(user: User, versions: Sequence[BotVersion] | None, format_name: str, **changes: Any) -> Tournament:
    """Set up a tournament of Thirty-One for two, one block a table."""
    ids = None if versions is None else [version.pk for version in versions]
    facts: dict[str, Any] = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 1, "version_ids": ids}
    return tournament_create(user=user, format=format_name, **facts | changes)


def start(worker: FakeWorker, user: User, tournament: Tournament) -> Tournament:
    with worker.capture(execute=True):
        return tournament_start(user=user, tournament=tournament)


def waiting(tournament: Tournament) -> list[Pairing]:
    """Give what is with the workers, in the order of the schedule."""
    rows = Pairing.objects.filter(tournament=tournament, match__state__in=(MatchState.QUEUED, MatchState.RUNNING))
    return list(rows.select_related("match"))


def play(worker: FakeWorker, pairing: Pairing, judge: Judge = lower_wins) -> None:
    """Play a match, with all that follows."""
    assert pairing.match is not None
    worker.play(worker.job(pairing.match), judge(pairing))


def play_out(
    worker: FakeWorker, tournament: Tournament, judge: Judge = lower_wins, order: random.Random | None = None
) -> Tournament:
    """Play all that comes, match by match, in the order of the schedule or at random; to the end."""
    for _ in range(1000):
        found = waiting(tournament)
        if not found:
            break
        play(worker, order.choice(found) if order else found[0], judge)
    tournament.refresh_from_db()
    return tournament


def fail(worker: FakeWorker, match: Match) -> None:
    """Let the infrastructure fail a match for good."""
    for _ in range(3):
        worker.answer(worker.failure(worker.job(match)))


def drawn(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Give all that was drawn: places, line-ups, deals."""
    rows = Pairing.objects.filter(tournament=tournament).select_related("match")
    return [
        (row.cycle, row.round, row.table, row.leg, tuple(row.numbers), tuple(row.match.seeds) if row.match else ())
        for row in rows
    ]
