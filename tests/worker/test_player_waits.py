"""Long waits for a player: ticked through, ended when nothing more is to come."""

from __future__ import annotations

import itertools

import pytest

from tests.worker.fakes import FakeTime, ScriptedSeat
from tests.worker.players import LIMITS, READY, act, answer, bot, fault_of, hasty, patient, start
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict
from worker.sandbox import DeadlinePassed


def longest_gap(moments: list[float]) -> float:
    return max(later - earlier for earlier, later in itertools.pairwise(moments))


@pytest.mark.parametrize("thinking", ["cpu", "wall"])
def test_a_long_thought_and_a_long_start_are_ticked_through(thinking: str) -> None:
    moments: list[float] = []
    player = patient(
        bot([(thinking, 300.0), answer(1)], ready=[(thinking, 50.0), READY]), lambda time: moments.append(time())
    )
    start(player)
    started = len(moments)
    assert act(player) == "pass"
    assert moments[started - 1] - moments[0] > 49 and moments[-1] - moments[started] > 299
    assert longest_gap(moments) < 1.0


class SlowReader(ScriptedSeat):
    """A seat that takes ten bytes a slice."""

    taken = b""

    def write(self, data: bytes, deadline: float) -> None:
        self.taken += data[:10]
        if len(data) > 10:
            self.time.seconds = deadline
            raise DeadlinePassed(unsent=len(data) - 10)
        super().write(self.taken, deadline)
        self.taken = b""


def test_a_bot_that_reads_slowly_is_ticked_through_and_gets_every_byte() -> None:
    moments: list[float] = []
    player = patient(bot([answer(1)]), lambda time: moments.append(time()), SlowReader)
    start(player)
    before = len(moments)
    assert act(player) == "pass"
    assert len(moments) - before > 5


def test_a_bot_that_does_not_read_is_over_time() -> None:
    class Deaf(ScriptedSeat):
        def write(self, data: bytes, deadline: float) -> None:
            self.time.seconds = max(self.time.seconds, deadline)
            raise DeadlinePassed(unsent=len(data))

    player = patient(bot(), lambda time: None, Deaf)
    with pytest.raises(BotFault, match="to read the request"):
        start(player)


def test_what_a_tick_takes_costs_the_bot_nothing() -> None:
    slow_ticks = iter([30.0, 30.0])
    time = FakeTime()
    seat = ScriptedSeat(time, bot([("wall", 0.3), answer(1)]))
    player = SeatPlayer(lambda: seat, LIMITS, time, lambda: time.pass_(next(slow_ticks, 0.0)))  # type: ignore[arg-type, return-value]
    start(player)
    assert act(player) == "pass"
    assert player.clock.bank_ms == 500
    assert next(slow_ticks, None) is None, "no tick was slow: nothing was shown"


def test_what_a_tick_raises_ends_the_wait() -> None:
    def lost(time: FakeTime) -> None:
        raise HostFault(HostVerdict.HOST_LOST, "the match took too long")

    player = patient(bot([("cpu", 60.0), answer(1)]), lost)
    start(player)
    with pytest.raises(HostFault):
        act(player)


def test_a_bot_that_does_nothing_for_long_is_found_out_long_before_its_time_is_over() -> None:
    player, time = hasty(bot([("cpu", 3.0), ("wall", 500.0)]))
    began = time()
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.TIME_LIMIT and "no CPU time for 10 s" in fault.detail
    assert 13.0 < time() - began < 14.0
    player, time = hasty(bot(ready=[]))
    began = time()
    with pytest.raises(BotFault, match="no CPU time for 10 s"):
        start(player)
    assert time() - began < 11.0


def test_a_bot_that_works_now_and_then_or_is_not_run_by_the_host_does_not_hang() -> None:
    player, _ = hasty(bot([*[("wall", 9.0), ("cpu", 0.01)] * 5, answer(1)]))
    start(player)
    assert act(player) == "pass"
    player, _ = hasty(bot([("wall", 50.0), answer(1)]), asleep=False)
    start(player)
    assert act(player) == "pass"
    player, _ = hasty(bot([("wall", 8.0), ("gap", 9.0), ("wall", 1.0), answer(1)]))
    start(player)
    assert act(player) == "pass"
