"""Handing out: so many at a time, lanes in turn, each in its own order."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from fairdeal.common import clock
from fairdeal.matches.models import Lane, Match, MatchState, Worker
from fairdeal.matches.services import Lineup, match_cancel, matches_create, matches_hand_out
from fairdeal.matches.services.handout import window
from fairdeal.matches.services.workers import SILENT_AFTER
from fairdeal.matches.tasks import hand_out_matches
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions, seeds

pytestmark = pytest.mark.django_db


@pytest.fixture
def versions(db: None) -> list[BotVersion]:
    return make_versions(2)


def make_lane(versions: list[BotVersion], matches: int, lane: Lane | None = None) -> list[Match]:
    return matches_create(
        game="thirty-one",
        players=2,
        options={},
        entry_kind="seat",
        lineups=[Lineup(versions, seeds(1, f"{number}")) for number in range(matches)],
        lane=lane or Lane.objects.create(),
    )


def hand_out(worker: FakeWorker) -> list[int]:
    """Hand out, with what follows the commit; gives the matches in the order in which they were sent."""
    before = len(worker.jobs)
    with worker.capture(execute=True):
        count = matches_hand_out()
    assert count == len(worker.jobs) - before
    return [job["match"] for job in worker.jobs[before:]]


def ids(matches: list[Match]) -> list[int]:
    return [match.pk for match in matches]


def test_no_more_than_the_window_holds_are_handed_out_in_order(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 3
    matches = make_lane(versions, 5)
    assert hand_out(worker) == ids(matches[:3])
    assert hand_out(worker) == []
    assert Counter(Match.objects.values_list("state", flat=True)) == {MatchState.QUEUED: 3, MatchState.CREATED: 2}


def test_a_match_that_is_over_makes_room_for_the_next(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 2
    matches = make_lane(versions, 5)
    hand_out(worker)
    worker.play(worker.job(matches[1]))
    assert [job["match"] for job in worker.jobs] == ids(matches[:3])
    with worker.capture(execute=True):
        match_cancel(match=matches[0])
    assert [job["match"] for job in worker.jobs] == ids(matches[:4])
    # What an attempt fails for is tried again in its own room.
    worker.answer(worker.failure(worker.job(matches[2])))
    assert [job["match"] for job in worker.jobs] == [*ids(matches[:4]), matches[2].pk]


def test_lanes_take_turns_in_the_rooms(worker: FakeWorker, versions: list[BotVersion], settings: Any) -> None:
    settings.HAND_OUT_WINDOW = 4
    a, b = make_lane(versions, 9), make_lane(versions, 9)
    assert hand_out(worker) == [a[0].pk, b[0].pk, a[1].pk, b[1].pk]


def test_who_comes_later_gets_the_next_rooms_until_both_have_as_many(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 4
    a = make_lane(versions, 9)
    hand_out(worker)
    b = make_lane(versions, 9)
    assert hand_out(worker) == []
    for match in a[:4]:
        worker.play(worker.job(match))
    assert [job["match"] for job in worker.jobs[4:]] == ids([*b[:2], *a[4:6]])


def test_among_more_lanes_than_rooms_the_longest_not_served_is_next(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 1
    lanes = [make_lane(versions, 3) for _ in range(3)]
    hand_out(worker)
    while open_match := Match.objects.filter(state=MatchState.QUEUED).first():
        worker.play(worker.job(open_match))
    assert [job["match"] for job in worker.jobs] == [lane[turn].pk for turn in range(3) for lane in lanes]


def test_matches_in_no_lane_take_rooms_but_wait_for_no_turn(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 2
    alone = make_match(*versions, salt="alone")
    matches = make_lane(versions, 3)
    enqueue(alone, worker.capture)
    assert hand_out(worker) == ids(matches[:1])


def test_an_empty_lane_is_asked_no_more_until_it_is_filled_again(
    worker: FakeWorker, versions: list[BotVersion], settings: Any
) -> None:
    settings.HAND_OUT_WINDOW = 8
    lane = Lane.objects.create()
    make_lane(versions, 2, lane)
    hand_out(worker)
    lane.refresh_from_db()
    assert not lane.is_waiting
    more = make_lane(versions, 2, lane)
    assert hand_out(worker) == ids(more)


def report(*, plays: int = 0, checks: int = 0, unfit: int = 0) -> None:
    """Let so many workers say that they are there."""
    kinds = [(True, True)] * plays + [(False, True)] * checks + [(True, False)] * unfit
    for number, (plays_matches, is_fit) in enumerate(kinds):
        Worker.objects.create(
            name=f"host:{number}", seen_at=clock.now(), plays_matches=plays_matches, is_fit=is_fit, sandbox="warm-pool"
        )


@pytest.mark.parametrize(("plays", "most", "size"), [(0, 64, 4), (1, 64, 4), (3, 64, 6), (3, 5, 5), (40, 64, 64)])
def test_the_window_is_two_for_each_worker_that_plays(
    db: None, settings: Any, plays: int, most: int, size: int
) -> None:
    settings.HAND_OUT_WINDOW = most
    report(plays=plays, checks=3, unfit=3)
    assert window() == size


def test_a_worker_that_is_silent_has_no_place_in_the_window(db: None) -> None:
    report(plays=3)
    with clock.frozen_at(clock.now() + SILENT_AFTER - timedelta(seconds=9)):
        assert window() == 6
    with clock.frozen_at(clock.now() + SILENT_AFTER):
        assert window() == 4


def test_a_worker_that_comes_makes_room(worker: FakeWorker, versions: list[BotVersion]) -> None:
    report(plays=2)
    matches = make_lane(versions, 9)
    assert hand_out(worker) == ids(matches[:4])
    Worker.objects.create(name="host:9", seen_at=clock.now(), is_fit=True)
    assert hand_out(worker) == ids(matches[4:6])
    Worker.objects.all().delete()
    assert hand_out(worker) == []


def test_a_later_lane_does_not_wait_for_all_of_the_first(worker: FakeWorker, versions: list[BotVersion]) -> None:
    report(plays=2)
    a = make_lane(versions, 20)
    hand_out(worker)
    b = make_lane(versions, 20)
    assert hand_out(worker) == []
    for number in range(12):
        worker.play(worker.jobs[number])  # workers take what was sent in its order
    of = {**dict.fromkeys(ids(a), "a"), **dict.fromkeys(ids(b), "b")}
    # What the first had in the window, and from then on half of it each.
    assert "".join(of[job["match"]] for job in worker.jobs) == "aaaa" + "bbaa" * 3


def test_the_clock_makes_up_for_a_lost_signal(worker: FakeWorker, versions: list[BotVersion]) -> None:
    matches = make_lane(versions, 2)
    with worker.capture(execute=True):
        assert hand_out_matches() == 2
    assert [job["match"] for job in worker.jobs] == ids(matches)


def test_looking_for_the_next_costs_the_same_in_a_long_lane(
    worker: FakeWorker, versions: list[BotVersion], settings: Any, django_assert_num_queries: Any
) -> None:
    settings.HAND_OUT_WINDOW = 2
    matches = make_lane(versions, 200)
    hand_out(worker)
    Match.objects.filter(pk=matches[0].pk).update(state=MatchState.FINISHED, finished_at=clock.now())
    with django_assert_num_queries(14):
        assert matches_hand_out() == 1
