"""Tournaments share the workers, and long ones start as quickly as short ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from fairdeal.accounts.models import User
from fairdeal.matches.models import Match, MatchState
from fairdeal.ratings.models import LedgerRow
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.models import Pairing, Tournament, TournamentState
from fairdeal.tournaments.services import tournament_create, tournament_start

from tests.fairdeal.playing import FakeWorker, make_version, make_versions

pytestmark = pytest.mark.django_db
WINDOW = 4


def started(worker: FakeWorker, user: User, versions: list[BotVersion], **changes: Any) -> Tournament:
    arguments: dict[str, Any] = {
        "name": "Cup",
        "game": "thirty-one",
        "players": 2,
        "blocks": 1,
        "version_ids": [version.pk for version in versions],
    }
    tournament = tournament_create(user=user, **arguments | changes)
    with worker.capture(execute=True):
        return tournament_start(user=user, tournament=tournament)


def with_workers() -> list[Match]:
    return list(Match.objects.filter(state__in=(MatchState.QUEUED, MatchState.RUNNING)).order_by("pk"))


@pytest.mark.parametrize("takes", [0, -1])
def test_two_tournaments_share_a_small_window_and_both_finish(
    worker: FakeWorker, ada: User, bob: User, settings: Any, takes: int
) -> None:
    settings.HAND_OUT_WINDOW = WINDOW
    versions = make_versions(4)
    cups = [
        started(worker, ada, versions, settings={"cycles": 2}),
        started(worker, bob, versions, settings={"cycles": 2}),
    ]
    per_cup = 2 * 6
    played = {cup.pk: 0 for cup in cups}
    # The first or the last of those that are out: the order in which results come in decides nothing.
    while out := with_workers():
        assert len(out) <= WINDOW
        match = out[takes]
        worker.play(worker.job(match))
        played[match.pairing.tournament_id] += 1
        rest = Match.objects.filter(state=MatchState.CREATED)
        if all(rest.filter(pairing__tournament=cup).exists() for cup in cups):
            shares = [sum(match.pairing.tournament_id == cup.pk for match in with_workers()) for cup in cups]
            assert sum(shares) == WINDOW and min(shares) > 0
            # Nobody is stopped for another: where the first to be out are the last to end, they keep their rooms.
            assert takes or sum(played.values()) < WINDOW or shares == [WINDOW // 2] * 2
    assert played == dict.fromkeys(played, per_cup)
    assert set(Tournament.objects.values_list("state", flat=True)) == {TournamentState.FINISHED}
    # Once each, and the ledger has the scheduler's order.
    assert sorted(job["match"] for job in worker.jobs) == sorted(Match.objects.values_list("pk", flat=True))
    rows = LedgerRow.objects.order_by("sequence").values_list("block__match", flat=True)
    schedule = [
        pk
        for cup in cups
        for pk in Pairing.objects.filter(tournament=cup)
        .order_by("cycle", "round", "table", "part")
        .values_list("match", flat=True)
    ]
    assert list(rows) == schedule


def test_starting_sends_no_more_than_the_window(worker: FakeWorker, ada: User, settings: Any) -> None:
    settings.HAND_OUT_WINDOW = WINDOW
    tournament = started(worker, ada, make_versions(8))
    assert len(worker.jobs) == WINDOW
    assert tournament.state == TournamentState.RUNNING
    assert Match.objects.filter(state=MatchState.CREATED).count() == 28 - WINDOW


def test_a_long_tournament_starts_with_hardly_more_queries_than_a_short_one(
    worker: FakeWorker, ada: User, settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 1
    house = [make_version("house", f"bot{number}") for number in range(20)]

    def queries(entries: int) -> int:
        tournament = tournament_create(
            user=ada,
            name="Cup",
            game="thirty-one",
            players=2,
            blocks=3,
            version_ids=[version.pk for version in house[:entries]],
        )
        with CaptureQueriesContext(connection) as caught, worker.capture(execute=True):
            tournament_start(user=ada, tournament=tournament)
        return len(caught)

    few, many = queries(3), queries(20)
    assert Match.objects.count() == 3 + 190
    # SQLite takes some sixty rows a statement; a query a match would be 187 more.
    assert many - few < 20
