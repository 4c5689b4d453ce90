"""Another try for what the infrastructure failed: for staff, as many tries again, and each in its turn."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.common.errors import Forbidden
from fairdeal.matches.models import Lane, Match, MatchState
from fairdeal.matches.services import (
    Lineup,
    lanes_pause,
    lanes_resume,
    matches_create,
    matches_hand_out,
    matches_requeue,
)

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions, seeds

pytestmark = pytest.mark.django_db


def fail(worker: FakeWorker, match: Match) -> None:
    """Let three attempts fail."""
    for _ in range(3):
        worker.answer(worker.failure(worker.job(match)))
    match.refresh_from_db()
    assert match.state == MatchState.FAILED


def requeue(worker: FakeWorker, user: User, *matches: Match) -> int:
    with worker.capture(execute=True):
        return matches_requeue(user=user, matches=Match.objects.filter(pk__in=[match.pk for match in matches]))


def in_lane(count: int) -> list[Match]:
    versions = make_versions(2)
    lineups = [Lineup(versions, seeds(1, str(number))) for number in range(count)]
    words: dict[str, Any] = {"game": "thirty-one", "players": 2, "options": {}, "entry_kind": "seat"}
    return matches_create(**words, lineups=lineups, lane=Lane.objects.create())


def test_a_failed_match_gets_three_more_attempts(worker: FakeWorker, staff: User) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, worker.capture)
    fail(worker, match)
    assert match.finished_at is not None
    assert requeue(worker, staff, match) == 1
    match.refresh_from_db()
    assert (match.state, match.finished_at) == (MatchState.QUEUED, None)
    fail(worker, match)
    assert match.attempts.count() == 6
    assert requeue(worker, staff, match) == 1
    worker.play(worker.job(match))
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    assert match.rated_at is not None


def test_in_a_lane_it_waits_for_its_turn(worker: FakeWorker, staff: User, settings: Any) -> None:
    settings.HAND_OUT_WINDOW = 1
    first, second, third = in_lane(3)
    with worker.capture(execute=True):
        matches_hand_out()
    fail(worker, first)
    # The second has the only room now.
    assert requeue(worker, staff, first) == 1
    first.refresh_from_db()
    assert first.state == MatchState.CREATED
    worker.play(worker.job(second))
    first.refresh_from_db()
    assert first.state == MatchState.QUEUED
    worker.play(worker.job(first))
    worker.play(worker.job(third))
    assert set(Match.objects.values_list("state", flat=True)) == {MatchState.FINISHED}


def test_the_end_of_a_lane_is_taken_up_again(worker: FakeWorker, staff: User) -> None:
    """The lane was empty, and so passed over, when its only match failed."""
    (match,) = in_lane(1)
    for _ in range(2):
        with worker.capture(execute=True):
            matches_hand_out()
    assert not Lane.objects.get().is_waiting
    fail(worker, match)
    requeue(worker, staff, match)
    match.refresh_from_db()
    assert match.state == MatchState.QUEUED


def test_only_what_failed_is_played_again_and_only_staff_says_so(worker: FakeWorker, staff: User, ada: User) -> None:
    failed, finished, waiting = (make_match(*make_versions(2), salt=str(number)) for number in range(3))
    for match in (failed, finished):
        enqueue(match, worker.capture)
    fail(worker, failed)
    worker.play(worker.job(finished))
    with pytest.raises(Forbidden):
        requeue(worker, ada, failed)
    assert requeue(worker, staff, failed, finished, waiting) == 1
    assert requeue(worker, staff, failed, finished, waiting) == 0
    states = Match.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [MatchState.QUEUED, MatchState.FINISHED, MatchState.CREATED]


def test_a_paused_lane_keeps_what_waits(worker: FakeWorker, settings: Any) -> None:
    settings.HAND_OUT_WINDOW = 1
    first, second = in_lane(2)
    (other,) = in_lane(1)
    with worker.capture(execute=True):
        matches_hand_out()
    lanes = Lane.objects.filter(pk=first.lane_id)
    assert lanes_pause(lanes=lanes) == 1
    assert lanes_pause(lanes=lanes) == 0
    # What is played goes on, and its room goes to the other lane.
    worker.play(worker.job(first))
    worker.play(worker.job(other))
    assert [job["match"] for job in worker.jobs] == [first.pk, other.pk]
    with worker.capture(execute=True):
        assert lanes_resume(lanes=lanes) == 1
    assert worker.jobs[-1]["match"] == second.pk
