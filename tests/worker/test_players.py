"""The bot protocol as the referee speaks it, with seats that follow a script."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.worker.fakes import FakeTime, ScriptedSeat
from worker.contract import Limits
from worker.referee.clock import QUICK_S
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict
from worker.sandbox import DeadlinePassed, SandboxUnavailable

LIMITS = Limits(move_ms=100, bank_ms=500, start_ms=1000)
READY = b'{"type":"ready"}\n'
Bot = Callable[[dict[str, Any]], list[Any]]


def answer(n: int, action: str = "pass") -> bytes:
    return json.dumps({"n": n, "action": action}).encode() + b"\n"


def bot(*acts: list[Any], ready: list[Any] | None = None) -> Bot:
    """Make a bot that is ready, and then takes one list of steps a request."""
    script = iter(acts)

    def play(message: dict[str, Any]) -> list[Any]:
        if message["type"] == "start":
            return [READY] if ready is None else ready
        return next(script, []) if message["type"] == "act" else ["eof"]

    return play


def seated(play: Bot) -> tuple[SeatPlayer, ScriptedSeat, FakeTime]:
    time = FakeTime()
    seat = ScriptedSeat(time, play)
    return SeatPlayer(lambda: seat, LIMITS, time), seat, time  # type: ignore[arg-type, return-value]


def start(player: SeatPlayer) -> None:
    player.start(game="thirty-one", players=2, seat=1, options={"lives": 3}, rng="00000000000000ff")


def act(player: SeatPlayer) -> str:
    return player.act(["pass"], b'{"hand":[]}', b"[]", lambda: None)


def fault_of(player: SeatPlayer, requests: int) -> BotFault:
    start(player)
    for _ in range(requests - 1):
        act(player)
    with pytest.raises(BotFault) as caught:
        act(player)
    return caught.value


def test_a_game_is_spoken_as_the_protocol_says() -> None:
    player, seat, _ = seated(bot([("cpu", 0.03), answer(1, "bid 3")], [answer(2)]))
    start(player)
    assert seat.stopped
    assert act(player) == "bid 3"
    assert act(player) == "pass"
    player.end(places=[1, 2], totals=[3, 0], payouts=[1, 0], events=b'[{"type":"game_end"}]')
    player.close(grace=True)
    assert seat.closed == 1
    assert seat.received == [
        {
            "type": "start",
            "protocol": 1,
            "game": "thirty-one",
            "players": 2,
            "seat": 1,
            "options": {"lives": 3},
            "rng": "00000000000000ff",
            "clock": {"move_ms": 100, "bank_ms": 500},
        },
        {
            "type": "act",
            "n": 1,
            "observation": {"hand": []},
            "legal": ["pass"],
            "events": [],
            "clock": {"bank_ms": 500, "last_ms": 0},
        },
        {
            "type": "act",
            "n": 2,
            "observation": {"hand": []},
            "legal": ["pass"],
            "events": [],
            "clock": {"bank_ms": 500, "last_ms": 30},
        },
        {"type": "end", "places": [1, 2], "totals": [3, 0], "payouts": [1, 0], "events": [{"type": "game_end"}]},
    ]


def test_a_bot_is_stopped_while_the_others_start_and_while_they_think() -> None:
    player, seat, _ = seated(bot([answer(1)], [answer(2)]))
    start(player)
    assert seat.stopped
    act(player)
    assert not seat.stopped, "it is about to wait for its next request: others that answer at once need not stop it"
    player.rest()
    assert seat.stopped
    act(player)
    assert not seat.stopped


def test_a_bot_that_works_between_its_moves_pays_for_it_and_is_stopped_at_every_answer_in_the_end() -> None:
    player, seat, _ = seated(bot([answer(1)], [("cpu", 0.03), answer(2)], [answer(3)], [answer(4)]))
    start(player)
    act(player)
    seat.cpu += 0.35
    act(player)
    assert player.clock.last_ms == 380 and player.clock.bank_ms == pytest.approx(500 - 280)
    assert not seat.stopped, "it may have thought as long on its own time: from now on its clock is watched"
    seat.cpu += 0.001
    act(player)
    assert player.clock.last_ms == 1 and seat.stopped
    act(player)
    assert player.clock.last_ms == 0 and seat.stopped


def test_long_thoughts_on_its_own_time_make_nobody_suspect() -> None:
    player, seat, _ = seated(bot([("cpu", 0.05), answer(1)], [("cpu", 0.05), answer(2)]))
    start(player)
    act(player)
    seat.cpu += 0.0001
    act(player)
    assert not seat.stopped


@pytest.mark.parametrize("seconds", [0.0005, 0.002])
def test_others_hear_of_a_wait_only_when_it_lasts(seconds: float) -> None:
    player, _, _ = seated(bot([("wall", seconds), answer(1)]))
    start(player)
    heard: list[float] = []
    player.act(["pass"], b"{}", b"[]", lambda: heard.append(seconds))
    assert heard == ([seconds] if seconds > QUICK_S else [])


def test_a_doubled_answer_is_seen_at_the_next_request() -> None:
    player, _, _ = seated(bot([answer(1) + answer(1)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.startswith("a second answer: request 1 was answered already: ")


def test_an_answer_to_a_request_to_come_is_seen_before_that_is_made() -> None:
    player, _, _ = seated(bot([answer(1) + answer(2)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.startswith("an early answer: to request 2, where 1 were made: ")


def test_a_late_answer_does_not_count_for_the_next_request() -> None:
    player, _, _ = seated(bot([answer(1)], [answer(1)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail == "a late answer: to request 1, where request 2 was open"


def test_output_before_the_first_request_is_unasked() -> None:
    player, _, _ = seated(bot(ready=[READY + b"hello\n"]))
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail == "output that nobody asked for: hello"


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b"\n",
        b"null\n",
        b"[1]\n",
        b'{"n":1}\n',
        b'{"n":"1","action":"pass"}\n',
        b'{"n":1.5,"action":"pass"}\n',
        b'{"n":true,"action":"pass"}\n',
        b'{"n":1,"action":null}\n',
        b'{"n":1,"action":"pass","extra":1}\n',
        b'{"n":NaN,"action":"pass"}\n',
        b'{"n":1,"action":"\\ud800"}\n',
        b'{"n":1,"action":"\xff"}\n',
        b'{"n":1,"action":"pass"} {"n":2,"action":"pass"}\n',
        b'{"n":' + b"1" * 60_000 + b',"action":"pass"}\n',
        b"[" * 60_000 + b"\n",
        b'{"n":1,"action":"' + b"x" * 300 + b'"}\n',
        b'{"n":1,"action":"pass","action":"pass"}\n',
        b'{"n":2,"n":1,"action":"pass"}\n',
        b'{"n":1,"action":"pass","\\u006e":1}\n',
    ],
)
def test_hostile_answers_are_bad_messages(line: bytes) -> None:
    player, _, _ = seated(bot([line]))
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.isascii() and fault.detail.isprintable() and len(fault.detail) < 1000


def test_quotation_marks_in_an_action_are_no_second_key() -> None:
    player, _, _ = seated(bot([b'{"n":1,"action":"say \\"pass\\""}\n']))
    start(player)
    assert act(player) == 'say "pass"'


def test_a_line_without_end_is_too_much_output() -> None:
    player, _, _ = seated(bot([b"x" * 70_000]))
    assert fault_of(player, 1).verdict is Verdict.OUTPUT_LIMIT


def test_the_end_of_output_is_a_crash() -> None:
    player, _, _ = seated(bot(["eof"]))
    assert fault_of(player, 1).verdict is Verdict.CRASH


def test_a_bot_that_works_too_long_is_over_time_by_its_cpu_clock() -> None:
    player, _, time = seated(bot([("cpu", 60.0)]))
    before = time()
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.TIME_LIMIT
    assert time() - before < 1.0


def test_a_bot_that_only_waits_is_over_time_by_the_wall_clock() -> None:
    player, _, time = seated(bot([]))
    before = time()
    assert fault_of(player, 1).verdict is Verdict.TIME_LIMIT
    assert 2.4 <= time() - before < 2.6


def test_an_unfinished_line_does_not_stop_the_clock() -> None:
    player, _, _ = seated(bot([b'{"n":1,', ("wall", 60.0)]))
    assert fault_of(player, 1).verdict is Verdict.TIME_LIMIT


def test_waiting_beside_a_busy_host_costs_little() -> None:
    player, _, _ = seated(bot([("wall", 0.3), answer(1)]))
    start(player)
    act(player)
    assert player.clock.bank_ms == 500


def test_the_bank_pays_for_long_thoughts_until_it_is_empty() -> None:
    player, _, _ = seated(bot([("cpu", 0.4), answer(1)], [("cpu", 0.3), answer(2)], [("cpu", 0.11), answer(3)]))
    start(player)
    act(player)
    assert player.clock.bank_ms == pytest.approx(200)
    act(player)
    assert player.clock.bank_ms == pytest.approx(0)
    with pytest.raises(BotFault) as caught:
        act(player)
    assert caught.value.verdict is Verdict.TIME_LIMIT


def test_a_pause_of_the_referee_convicts_nobody() -> None:
    player, _, _ = seated(bot([("gap", 9.0), answer(1)]))
    start(player)
    assert act(player) == "pass"
    assert player.clock.bank_ms == 500


def test_a_long_pause_of_the_referee_ends_the_attempt() -> None:
    player, _, _ = seated(bot([("gap", 11.0), answer(1)]))
    start(player)
    with pytest.raises(HostFault) as caught:
        act(player)
    assert caught.value.verdict is HostVerdict.HOST_LOST


def test_an_answer_that_lies_in_the_pipe_is_looked_for_before_the_verdict() -> None:
    # 0.2 s late is no pause to be forgiven, yet the answer was there: the bank decides, not the missed slice.
    player, _, _ = seated(bot([("wall", 2.35), ("gap", 0.2), answer(1)]))
    start(player)
    with pytest.raises(BotFault) as caught:
        act(player)
    assert "for an answer" in caught.value.detail


@pytest.mark.parametrize(
    "ready",
    [
        [b"hello\n"],
        ["eof"],
        [],
        [b'{"type":"ready","x":1}\n'],
        [READY[:-2] + b',"type":"ready"}\n'],
        [("cpu", 1.1), READY],
    ],
)
def test_a_bot_that_is_not_ready_failed_to_start(ready: list[Any]) -> None:
    player, _, _ = seated(bot(ready=ready))
    with pytest.raises(BotFault) as caught:
        start(player)
    assert caught.value.verdict is Verdict.START_FAILED


def test_starting_has_its_own_allowance() -> None:
    player, _, _ = seated(bot([answer(1)], ready=[("cpu", 0.9), READY]))
    start(player)
    act(player)
    assert player.clock.bank_ms == 500


def test_a_sandbox_that_fails_is_our_fault() -> None:
    def launch() -> Any:
        raise SandboxUnavailable("no namespaces", "allow them")

    with pytest.raises(HostFault) as caught:
        start(SeatPlayer(launch, LIMITS))
    assert caught.value.verdict is HostVerdict.SANDBOX_FAILED


def patient(play: Bot, tick: Callable[[FakeTime], None], seat_kind: type[ScriptedSeat] = ScriptedSeat) -> SeatPlayer:
    """Seat a bot that may think for ten minutes, with something to do at every slice of a wait."""
    time = FakeTime()
    limits = Limits(move_ms=100, bank_ms=600_000, start_ms=60_000)
    return SeatPlayer(lambda: seat_kind(time, play), limits, time, lambda: tick(time))  # type: ignore[arg-type, return-value]


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


def hasty(play: Bot, asleep: bool = True) -> tuple[SeatPlayer, FakeTime]:
    """Seat a bot that may think for ten minutes, but not do nothing for ten seconds."""
    time = FakeTime()
    seat = ScriptedSeat(time, play)
    seat.asleep = asleep
    limits = Limits(move_ms=100, bank_ms=600_000, start_ms=60_000)
    return SeatPlayer(lambda: seat, limits, time, hang_s=10.0), time  # type: ignore[arg-type, return-value]


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
