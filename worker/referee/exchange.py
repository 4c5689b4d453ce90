"""One exchange with a sandboxed bot: a line to it, a line from it, on its clock, and rest for it between them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from worker.referee.clock import GAP_FORGIVEN_S, QUICK_S, Wait
from worker.referee.verdicts import BotFault, Verdict
from worker.sandbox import DeadlinePassed, EndOfOutput, LineTooLong, Seat

# A process whose output has ended is mostly on its way out.
EXIT_S: Final = 1.0
# How long a look at a pipe takes that should hold something already.
LOOK_S: Final = 0.005
# After an answer a bot runs on until it waits for the next request, some microseconds. One that uses more is thinking.
RESTLESS_NS: Final = 200_000
QUICK_FORGIVEN_MS: Final = (QUICK_S + GAP_FORGIVEN_S) * 1e3

# A line of a bot, and what it cost in milliseconds: CPU time, and wall time without the referee's own pauses.
Reply = tuple[bytes, float, float]


class Exchange:
    """The exchanges with one bot.

    A bot that has answered is about to wait for its next request, and one that waits cannot think. Stopping it all the
    same costs more than most answers, so it is left alone while the others answer at once. `rest` stops it when that
    takes longer. What it uses between an answer and a request is charged to the move that follows; one that does so
    again is stopped at every answer from then on.
    """

    def __init__(
        self,
        seat: Seat,
        now: Callable[[], float],
        tick: Callable[[], None],
        longest_line_kib: int,
        hang_s: float = math.inf,
    ) -> None:
        self._seat = seat
        self._now = now
        self._tick = tick
        self._longest_line_kib = longest_line_kib
        self._hang_s = hang_s
        # What the seat's clock showed when it was charged last.
        self._charged_ns = 0
        # Reading that clock takes a while, too: where it has hardly moved from answer to answer, not between them.
        self._is_watched = False
        self._is_restless = False

    def ask(self, line: bytes, budget_ms: float, slow: Callable[[], None]) -> Reply:
        """Send a line and return the answer; `slow` is called when that does not come at once.

        This is done at every move and written for speed: only a wait that needs slices is made an object.
        """
        seat = self._seat
        if self._is_watched and seat.cpu_ns() - self._charged_ns > RESTLESS_NS:
            self._is_restless = True
        if seat.stopped:
            seat.resume()
        started = self._now()
        try:
            try:
                answer, unsent = seat.ask(line, QUICK_S), b""
            except DeadlinePassed as error:
                answer, unsent = None, line[-error.unsent :]
            wall_ms = (self._now() - started) * 1e3
            if answer is None or wall_ms > QUICK_FORGIVEN_MS:
                wait = Wait(self._now, seat.cpu_ns, budget_ms, started, self._charged_ns)
                wait.woke()
                if answer is None:
                    slow()
                    self._write_on(unsent, wait)
                    answer = self._read(wait)
                wall_ms = wait.spent()[1]
        except LineTooLong:
            raise BotFault(Verdict.OUTPUT_LIMIT, f"a line of more than {self._longest_line_kib} KiB") from None
        except EndOfOutput:
            # Its streams close before it is gone: let it say how it ended.
            seat.wait_exit(self._now() + EXIT_S)
            raise BotFault(Verdict.CRASH, "no answer, and no more output to come") from None
        cpu_ns = seat.cpu_ns()
        used_ns = cpu_ns - self._charged_ns
        self._charged_ns = cpu_ns
        self._is_watched = used_ns > RESTLESS_NS
        if self._is_restless:
            seat.stop()
        return answer, used_ns / 1e6, wall_ms

    def rest(self) -> None:
        """Let the bot do nothing until it is asked again."""
        self._seat.stop()

    def _write_on(self, rest: bytes, wait: Wait) -> None:
        """Write what the pipe did not take at once, as the bot reads."""
        while rest:
            try:
                self._seat.write(rest, wait.next_slice())
            except DeadlinePassed as error:
                rest = rest[-error.unsent :]
                wait.woke()
                if wait.is_over:
                    raise BotFault(
                        Verdict.TIME_LIMIT, late("to read the request", *wait.spent(), wait.budget_ms)
                    ) from None
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
                    return self._last_look(late("without an answer", *wait.spent(), wait.budget_ms))
                if wait.idle_s > self._hang_s and self._seat.is_asleep():
                    return self._last_look(f"used no CPU time for {self._hang_s:.0f} s, and gave no answer: it hangs")
                self._meanwhile(wait)
            else:
                wait.woke()
                return answer

    def _meanwhile(self, wait: Wait) -> None:
        with wait.aside():
            self._tick()

    def _last_look(self, fault: str) -> bytes:
        """Look at the pipe once more before anybody is convicted."""
        try:
            return self._seat.read_line(self._now() + LOOK_S)
        except DeadlinePassed:
            raise BotFault(Verdict.TIME_LIMIT, fault) from None


def late(what: str, cpu_ms: float, wall_ms: float, budget_ms: float) -> str:
    """Say what took a bot too long."""
    return (
        f"took {cpu_ms:.0f} ms of CPU time and {wall_ms:.0f} ms of wall time {what}, where {budget_ms:.0f} ms were left"
    )
