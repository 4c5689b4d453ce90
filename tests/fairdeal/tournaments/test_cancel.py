"""Calling tournaments off: what ends, what stays, what comes too late."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Conflict, Forbidden, Gone
from fairdeal.matches.models import Attempt, AttemptState, Block, Match, MatchState
from fairdeal.matches.services import sweep
from fairdeal.ratings.models import LedgerRow, LiveRating
from fairdeal.ratings.services import ledger_append_ready
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.selectors import progress
from fairdeal.tournaments.services import settle_all, tournament_cancel, tournament_create, tournament_start
from fairdeal.tournaments.states import TRANSITIONS, may_follow

from tests.fairdeal.playing import FakeWorker, make_versions

pytestmark = pytest.mark.django_db
Make = Callable[..., Tournament]


@pytest.fixture
def make(worker: FakeWorker) -> Make:
    """Give a function that makes a round-robin of three, and starts it unless told otherwise."""

    def made(user: User, *, is_started: bool = True, **changes: Any) -> Tournament:
        facts: dict[str, Any] = {"name": "Cup", "game": "thirty-one", "players": 2, "blocks": 2}
        ids = [version.pk for version in make_versions(3)]
        tournament = tournament_create(user=user, version_ids=ids, **facts | changes)
        if not is_started:
            return tournament
        with worker.capture(execute=True):
            return tournament_start(user=user, tournament=tournament)

    return made


def cancel(worker: FakeWorker, user: User, tournament: Tournament) -> Tournament:
    with worker.capture(execute=True):
        return tournament_cancel(user=user, tournament=tournament)


def states_of(tournament: Tournament) -> list[str]:
    matches = Match.objects.filter(pairing__tournament=tournament).order_by("pk")
    return list(matches.values_list("state", flat=True))


def test_what_is_over_stays_and_the_rest_ends(worker: FakeWorker, ada: User, make: Make) -> None:
    tournament = make(ada)
    first, second, third = Match.objects.order_by("pk")
    worker.play(worker.job(first))
    worker.progress(worker.job(second), 1)
    rated, ratings = LedgerRow.objects.count(), list(LiveRating.objects.values().order_by("pk"))
    assert rated == 2
    cancelled = cancel(worker, ada, tournament)
    assert cancelled.state == TournamentState.CANCELLED and cancelled.finished_at is not None
    assert states_of(tournament) == [MatchState.FINISHED, MatchState.CANCELLED, MatchState.CANCELLED]
    attempts = Attempt.objects.order_by("match_id").values_list("match_id", "state", "reason")
    assert list(attempts) == [
        (first.pk, AttemptState.FINISHED, ""),
        (second.pk, AttemptState.EXPIRED, "the match was called off"),
        (third.pk, AttemptState.EXPIRED, "the match was called off"),
    ]
    assert (LedgerRow.objects.count(), list(LiveRating.objects.values().order_by("pk"))) == (rated, ratings)
    assert not Attempt.objects.filter(ended_at=None).exists()


def test_what_a_worker_brings_afterwards_changes_nothing(worker: FakeWorker, ada: User, make: Make) -> None:
    tournament = make(ada)
    match = Match.objects.order_by("pk")[0]
    job = worker.job(match)
    worker.progress(job)
    for block in range(2):
        worker.store(job, block)
    cancel(worker, ada, tournament)
    sent = len(worker.jobs)
    for message in (worker.result(job), worker.failure(job)):
        with pytest.raises(Gone):
            worker.answer(message)
    with pytest.raises(Gone):
        worker.progress(job, 1)
    with pytest.raises(Gone):
        worker.store(job, 0)
    assert sweep(now=match.attempts.get().lease_expires_at) == 0
    assert states_of(tournament) == [MatchState.CANCELLED] * 3
    assert (Block.objects.count(), LedgerRow.objects.count(), len(worker.jobs)) == (0, 0, sent)


def test_a_result_that_came_before_is_rated_also_afterwards(worker: FakeWorker, ada: User, make: Make) -> None:
    """Calling off is no way to lose a bad result: the later match is finished, and waited for the earlier one."""
    tournament = make(ada)
    worker.play(worker.job(Match.objects.order_by("pk")[1]))
    assert LedgerRow.objects.count() == 0
    cancel(worker, ada, tournament)
    ledger_append_ready()
    assert LedgerRow.objects.count() == 2


def test_seed_and_records_are_open_afterwards(worker: FakeWorker, ada: User, make: Make) -> None:
    tournament = make(ada)
    match = Match.objects.order_by("pk")[0]
    worker.play(worker.job(match))
    match.refresh_from_db()
    assert not may(None, "see_seed", tournament) and not may(None, "see_records", match)
    tournament = cancel(worker, ada, tournament)
    match.refresh_from_db()
    assert may(None, "see_seed", tournament) and may(None, "see_records", match)


def test_a_tournament_that_was_never_started(worker: FakeWorker, ada: User, make: Make) -> None:
    tournament = cancel(worker, ada, make(ada, is_started=False))
    assert tournament.state == TournamentState.CANCELLED
    assert tournament.started_at is None and not Match.objects.exists()
    assert progress(tournament).matches == 3
    with pytest.raises(Conflict):
        tournament_start(user=ada, tournament=tournament)
    assert not Match.objects.exists()


def test_other_tournaments_go_on(worker: FakeWorker, ada: User, make: Make) -> None:
    mine, other = make(ada), make(ada)
    cancel(worker, ada, mine)
    assert states_of(other) == [MatchState.QUEUED] * 3
    for match in Match.objects.filter(pairing__tournament=other):
        worker.play(worker.job(match))
    other.refresh_from_db()
    assert other.state == TournamentState.FINISHED
    ledger_append_ready()
    assert LedgerRow.objects.count() == 6


def test_only_the_organiser_and_staff_and_only_once(
    worker: FakeWorker, ada: User, bob: User, staff: User, make: Make
) -> None:
    tournament = make(ada)
    with pytest.raises(Forbidden):
        cancel(worker, bob, tournament)
    assert states_of(tournament) == [MatchState.QUEUED] * 3
    cancel(worker, staff, tournament)
    with pytest.raises(Conflict):
        cancel(worker, ada, tournament)
    settle_all()
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.CANCELLED


def test_a_finished_tournament_cannot_be_called_off(worker: FakeWorker, ada: User, make: Make) -> None:
    tournament = make(ada)
    for job in worker.jobs:
        worker.play(job)
    with pytest.raises(Conflict):
        cancel(worker, ada, tournament)
    assert states_of(tournament) == [MatchState.FINISHED] * 3


def test_the_table_of_states() -> None:
    allowed = {(old, new) for old in TournamentState for new in TournamentState if may_follow(old, new)}
    assert set(TRANSITIONS) == set(TournamentState)
    assert allowed == {
        (TournamentState.DRAFT, TournamentState.OPEN),
        (TournamentState.DRAFT, TournamentState.RUNNING),
        (TournamentState.DRAFT, TournamentState.CANCELLED),
        (TournamentState.OPEN, TournamentState.CLOSED),
        (TournamentState.OPEN, TournamentState.RUNNING),
        (TournamentState.OPEN, TournamentState.CANCELLED),
        (TournamentState.CLOSED, TournamentState.OPEN),
        (TournamentState.CLOSED, TournamentState.RUNNING),
        (TournamentState.CLOSED, TournamentState.CANCELLED),
        (TournamentState.RUNNING, TournamentState.FINISHED),
        (TournamentState.RUNNING, TournamentState.CANCELLED),
        (TournamentState.FINISHED, TournamentState.RUNNING),
    }
