"""One exchange with a sandboxed bot: a line to it, a line from it, on its clock, and rest for it between them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, NamedTuple

from worker.referee.clock import QUICK_S, Wait
from worker.referee.verdicts import BotFault, Verdict
from worker.sandbox import DeadlinePassed, EndOfOutput, LineTooLong, Seat

# A process whose output has ended is mostly on its way out.
EXIT_S: Final = 1.0
# How long a look at a pipe takes that should hold something already.
LOOK_S: Final = 0.005
# After an answer a bot runs on until it waits for the next request, some microseconds. One that uses more is thinking.
RESTLESS_NS: Final = 200_000


class Reply(NamedTuple):
    """A line of a bot, and what it cost in milliseconds: what the clock is charged, its CPU time and its wall time."""

    line: bytes
    charged_ms: float
    cpu_ms: float
    wall_ms: float

    def late(self, what: str, budget_ms: float) -> str:
        """Say that it was too late."""
        return _late(what, self.cpu_ms, self.wall_ms, budget_ms)


class Exchange:
    """The exchanges with one bot.

    A bot that has answered is about to wait for its next request, and one that waits cannot think. Stopping it all the
    same costs more than most answers, so it is left alone while the others answer at once. `rest` stops it when that
    takes longer. What it uses between an answer and a request is charged to the move that follows; one that uses more
    than it needs to get there is stopped at every answer from then on.
    """

    def __init__(self, seat: Seat, now: Callable[[], float], tick: Callable[[], None], longest_line_kib: int) -> None:
        self._seat = seat
        self._now = now
        self._tick = tick
        self._longest_line_kib = longest_line_kib
        self._charged_ns = 0
        self._restless_from_ns = sys.maxsize  # before the first line there was no rest
        self._is_restless = False

    def ask(self, line: bytes, budget_ms: float, slow: Callable[[], None]) -> Reply:
        """Send a line and return the answer; `slow` is called when that does not come at once."""
        seat = self._seat
        if seat.cpu_ns() > self._restless_from_ns:
            self._is_restless = True
        seat.resume()
        wait = Wait(self._now, seat.cpu_ns, budget_ms, self._charged_ns)
        try:
            answer = self._talk(line, wait, slow)
        except LineTooLong:
            raise BotFault(Verdict.OUTPUT_LIMIT, f"a line of more than {self._longest_line_kib} KiB") from None
        except EndOfOutput:
            # Its streams close before it is gone: let it say how it ended.
            seat.wait_exit(self._now() + EXIT_S)
            raise BotFault(Verdict.CRASH, "no answer, and no more output to come") from None
        charged_ms, cpu_ms, wall_ms = wait.charge()
        self._charged_ns = wait.cpu_ns
        self._restless_from_ns = wait.cpu_ns + RESTLESS_NS
        if self._is_restless:
            seat.stop()
        return Reply(answer, charged_ms, cpu_ms, wall_ms)

    def rest(self) -> None:
        """Let the bot do nothing until it is asked again."""
        self._seat.stop()

    def _talk(self, line: bytes, wait: Wait, slow: Callable[[], None]) -> bytes:
        try:
            answer = self._seat.ask(line, QUICK_S)
            wait.woke()
            if answer is not None:
                return answer
            slow()
        except DeadlinePassed as error:
            slow()
            self._write_on(line[-error.unsent :], wait)
        return self._read(wait)

    def _write_on(self, rest: bytes, wait: Wait) -> None:
        """Write what the pipe did not take at once, as the bot reads."""
        while rest:
            try:
                self._seat.write(rest, wait.next_slice())
            except DeadlinePassed as error:
                rest = rest[-error.unsent :]
                wait.woke()
                if wait.is_over:
                    raise BotFault(Verdict.TIME_LIMIT, _late_wait("to read the request", wait)) from None
                self._meanwhile(wait)
            else:
                wait.woke()
                return

    def _read(self, wait: Wait) -> bytes:
        while True:
            try:
                answer = self._seat.read_line(wait.next_slice())
            except DeadlinePassed:
                wait.woke()
                if wait.is_over:
                    return self._last_look(wait)
                self._meanwhile(wait)
            else:
                wait.woke()
                return answer

    def _meanwhile(self, wait: Wait) -> None:
        with wait.aside():
            self._tick()

    def _last_look(self, wait: Wait) -> bytes:
        """Look at the pipe once more before anybody is convicted."""
        try:
            return self._seat.read_line(self._now() + LOOK_S)
        except DeadlinePassed:
            raise BotFault(Verdict.TIME_LIMIT, _late_wait("without an answer", wait)) from None


def _late_wait(what: str, wait: Wait) -> str:
    _charged, cpu_ms, wall_ms = wait.charge()
    return _late(what, cpu_ms, wall_ms, wait.budget_ms)


def _late(what: str, cpu_ms: float, wall_ms: float, budget_ms: float) -> str:
    return (
        f"took {cpu_ms:.0f} ms of CPU time and {wall_ms:.0f} ms of wall time {what}, where {budget_ms:.0f} ms were left"
    )
