"""The clock of a seat, and the wait that forgives the host's own pauses."""

from __future__ import annotations

import pytest

from tests.worker.fakes import FakeTime
from worker.referee.clock import GAP_LOST_S, SLICE_S, WALL_MULTIPLE, SeatClock, Wait, charge
from worker.referee.verdicts import HostFault, HostVerdict


def test_what_goes_beyond_the_allowance_comes_from_the_bank() -> None:
    clock = SeatClock(100, 500)
    assert clock.spend(80, 80)
    assert clock.message() == {"bank_ms": 500.0, "last_ms": 80.0}
    assert clock.spend(240, 250 * WALL_MULTIPLE)
    assert clock.message() == {"bank_ms": 350.0, "last_ms": 250.0}
    assert (clock.moves, clock.cpu_ms, clock.max_ms) == (2, 320, 250)


def test_the_last_millisecond_of_the_bank_may_be_used_and_no_more() -> None:
    assert SeatClock(100, 500).spend(600, 0)
    overdrawn = SeatClock(100, 500)
    assert not overdrawn.spend(600.001, 0)
    assert overdrawn.bank_ms == 0.0


def test_wall_time_is_charged_at_a_fraction_of_cpu_time() -> None:
    time, cpu = FakeTime(), [0]
    wait = Wait(time, lambda: cpu[0], 100, time(), 0)
    time.pass_(0.2)
    assert charge(*wait.spent()) == pytest.approx(200 / WALL_MULTIPLE)
    cpu[0] = 150_000_000
    assert charge(*wait.spent()) == pytest.approx(150)
    assert wait.is_over


def test_a_sleeping_bot_is_over_time_when_the_wall_multiple_is_used_up() -> None:
    time = FakeTime()
    wait = Wait(time, lambda: 0, 100, time(), 0)
    time.pass_(0.1 * WALL_MULTIPLE - 0.001)
    assert not wait.is_over
    time.pass_(0.002)
    assert wait.is_over


def test_a_pause_of_the_referee_is_forgiven() -> None:
    time = FakeTime()
    wait = Wait(time, lambda: 0, 100, time(), 0)
    wait.next_slice()
    time.pass_(SLICE_S + 5.0)
    wait.woke()
    assert wait.spent()[1] == pytest.approx(SLICE_S * 1e3)
    assert not wait.is_over


def test_a_short_delay_is_not_a_pause() -> None:
    time = FakeTime()
    wait = Wait(time, lambda: 0, 100, time(), 0)
    wait.next_slice()
    time.pass_(SLICE_S + 0.2)
    wait.woke()
    assert wait.spent()[1] == pytest.approx((SLICE_S + 0.2) * 1e3)


def test_a_pause_of_ten_seconds_ends_the_attempt_without_blame() -> None:
    time = FakeTime()
    wait = Wait(time, lambda: 0, 100, time(), 0)
    wait.next_slice()
    time.pass_(SLICE_S + GAP_LOST_S + 0.1)
    with pytest.raises(HostFault) as caught:
        wait.woke()
    assert caught.value.verdict is HostVerdict.HOST_LOST


def test_slices_do_not_reach_past_the_deadline() -> None:
    time = FakeTime()
    wait = Wait(time, lambda: 0, 1, time(), 0)
    assert wait.next_slice() == pytest.approx(wait.deadline)
