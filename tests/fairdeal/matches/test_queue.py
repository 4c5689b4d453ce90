"""The queue as it is read: turns as they are taken, estimates from the pace of late."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fairdeal.common import clock
from fairdeal.matches.estimates import done_after
from fairdeal.matches.models import Lane, Match
from fairdeal.matches.queue import matches_before, queue
from fairdeal.matches.services import Lineup, lanes_pause, matches_create, matches_hand_out, worker_report

from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions, seeds


def test_lanes_share_the_slots_evenly() -> None:
    assert done_after({}, 3) == {}
    assert done_after({"a": 60.0}, 2) == {"a": 30.0}
    # Together until a is done at 60, b then has both slots for its other 120 seconds.
    assert done_after({"b": 180.0, "a": 60.0}, 2) == {"a": 60.0, "b": 120.0}
    assert done_after({"a": 10.0, "b": 10.0, "c": 40.0}, 1) == {"a": 30.0, "b": 30.0, "c": 60.0}
    with pytest.raises(ValueError, match="0 slots"):
        done_after({"a": 1.0}, 0)


@pytest.fixture
def lanes(worker: FakeWorker, settings: Any) -> list[list[Match]]:
    """Three lanes with 1, 2 and 4 matches of two blocks; the window takes two matches."""
    settings.HAND_OUT_WINDOW = 2
    versions = make_versions(2)
    made = []
    for count in (1, 2, 4):
        lineups = [Lineup(versions, seeds(2, f"{count} {number}")) for number in range(count)]
        words: dict[str, Any] = {"game": "thirty-one", "players": 2, "options": {}, "entry_kind": "seat"}
        made.append(matches_create(**words, lineups=lineups, lane=Lane.objects.create()))
    return made


def report(name: str) -> None:
    facts = {"sandbox": "bwrap", "plays_matches": True, "is_fit": True, "reason": "", "remedy": "", "tested_s_ago": 1}
    worker_report(message={"contract": 1, "worker": name, "engine_version": "1", **facts})


@pytest.mark.django_db
def test_the_positions_are_the_turns_that_are_taken(worker: FakeWorker, lanes: list[list[Match]]) -> None:
    def turns() -> list[int | None]:
        return [row.lane for row in queue().lanes if row.position]

    a, b, c = (matches[0].lane_id for matches in lanes)
    assert turns() == [a, b, c]
    with worker.capture(execute=True):
        matches_hand_out()
    found = queue()
    assert [(row.lane, row.position) for row in found.lanes] == [(c, 1), (b, 2), (a, None)]
    assert (found.waiting, found.queued, found.running) == (5, 2, 0)
    while turns():
        expected = turns()[0]
        worker.play(worker.jobs[-2])
        taken = Match.objects.get(pk=worker.jobs[-1]["match"])
        assert taken.lane_id == expected


@pytest.mark.django_db
def test_a_paused_lane_has_no_turn_and_no_time(worker: FakeWorker, lanes: list[list[Match]]) -> None:
    lanes_pause(lanes=Lane.objects.filter(pk=lanes[1][0].lane_id))
    row = next(row for row in queue().lanes if row.lane == lanes[1][0].lane_id)
    assert (row.position, row.is_paused, row.done_in_s, row.waiting) == (None, True, None, 2)


@pytest.mark.django_db
def test_the_time_comes_from_the_last_matches_and_the_workers(worker: FakeWorker, lanes: list[list[Match]]) -> None:
    assert {row.done_in_s for row in queue().lanes} == {None}
    report("one:1")
    assert {row.done_in_s for row in queue().lanes} == {None}
    # A match of one block that took ten seconds: a match of two blocks takes twenty.
    played = make_match(*make_versions(2), blocks=1, salt="played")
    start = clock.now()
    with clock.frozen_at(start):
        enqueue(played, worker.capture)
        worker.progress(worker.job(played))
    with clock.frozen_at(start + timedelta(seconds=10)):
        worker.store(worker.job(played), 0)
        worker.answer(worker.result(worker.job(played)))
    report("two:2")
    # 20, 40 and 80 seconds of play, two slots: 3 lanes at 2/3 for 30 s, 2 at 1 for 20 s, one at 2.
    by_lane = {row.lane: row.done_in_s for row in queue().lanes}
    assert [by_lane[matches[0].lane_id] for matches in lanes] == pytest.approx([30, 50, 70])
    # A spare lane begins when the others are done, and then has both slots for its 20 seconds of play.
    small = lanes[0][0].lane_id
    Lane.objects.filter(pk=small).update(is_spare=True)
    rows = {row.lane: row for row in queue().lanes}
    others = max(row.done_in_s or 0 for lane, row in rows.items() if lane != small)
    assert rows[small].done_in_s == pytest.approx(others + 10)


@pytest.mark.django_db
def test_a_match_knows_how_many_come_before_it(worker: FakeWorker, lanes: list[list[Match]]) -> None:
    assert [matches_before(match) for match in lanes[2]] == [0, 1, 2, 3]
    lone = make_match(*make_versions(2), salt="lone")
    assert matches_before(lone) is None
    with worker.capture(execute=True):
        matches_hand_out()
    lanes[0][0].refresh_from_db()
    assert matches_before(lanes[0][0]) is None


@pytest.mark.django_db
def test_reading_a_long_queue_costs_the_same(
    worker: FakeWorker, lanes: list[list[Match]], django_assert_num_queries: Any
) -> None:
    report("one:1")
    with django_assert_num_queries(9):
        queue()
    for number in range(5):
        line = [Lineup(make_versions(2), seeds(1, f"more {number} {place}")) for place in range(5)]
        words: dict[str, Any] = {"game": "thirty-one", "players": 2, "options": {}, "entry_kind": "seat"}
        matches_create(**words, lineups=line, lane=Lane.objects.create())
    with django_assert_num_queries(9):
        queue()
