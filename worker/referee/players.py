"""Players: what sits at a table; a sandboxed process, or something of our own in this process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import engines
from worker.contract import Limits
from worker.referee import protocol
from worker.referee.clock import SeatClock, Wait
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict, printable
from worker.sandbox import DeadlinePassed, EndOfOutput, Evidence, LineTooLong, SandboxUnavailable, Seat

# After the end message a bot may still tidy up for so long.
END_GRACE_S: Final = 0.1
# A process whose output has ended is mostly on its way out.
EXIT_S: Final = 1.0
# A deadline that has passed: what can be done is done, nothing is waited for.
AT_ONCE: Final = 0.0
# How long a look at a pipe takes that should hold something already.
LOOK_S: Final = 0.005


class Player(Protocol):
    """Play one seat of one game. Every method but `close` may raise BotFault (the player is out) or HostFault."""

    clock: SeatClock

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Get ready for the game."""

    def act(self, observation: dict[str, Any], legal: list[str], events: list[dict[str, Any]]) -> str:
        """Choose an action."""

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: list[dict[str, Any]]) -> None:
        """See the outcome."""

    def close(self, *, grace: bool) -> Evidence | None:
        """Leave nothing behind; with grace a process may still end by itself. A second call does nothing."""


class RandomPlayer:
    """Choose any legal action, in this process: the opponent in checks."""

    def __init__(self, seed: bytes) -> None:
        self.clock = SeatClock(0, 0)
        self._rng = engines.Stream(seed, "random-player")

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Need nothing."""

    def act(self, observation: dict[str, Any], legal: list[str], events: list[dict[str, Any]]) -> str:
        """Choose an entry of the list, each equally likely, and a number of each range."""
        return " ".join(self._word(word) for word in self._rng.choice(legal).split(" "))

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: list[dict[str, Any]]) -> None:
        """Learn nothing."""

    def close(self, *, grace: bool) -> Evidence | None:
        """Hold nothing."""
        return None

    def _word(self, word: str) -> str:
        low, dots, high = word.partition("..")
        return str(self._rng.choice(range(int(low), int(high) + 1))) if dots else word


class SeatPlayer:
    """Speak the bot protocol with a sandboxed process; stopped whenever it is not asked.

    `tick` is called at every slice of a wait for the bot, so that a long thought does not look like a lost worker.
    What it raises ends the wait.
    """

    def __init__(
        self,
        launch: Callable[[], Seat],
        limits: Limits,
        now: Callable[[], float] = time.monotonic,
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.clock = SeatClock(limits.move_ms, limits.bank_ms)
        self._launch = launch
        self._limits = limits
        self._now = now
        self._tick = tick
        self._seat: Seat | None = None
        self._requests = 0

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Start the process, and wait until it says that it is ready."""
        clock = {"move_ms": self.clock.move_ms, "bank_ms": self.clock.bank_ms}
        line = protocol.start_line(game=game, players=players, seat=seat, options=options, rng=rng, clock=clock)
        try:
            self._seat = self._launch()
            answer, wait = self._exchange(self._seat, line, self._limits.start_ms)
            protocol.read_ready(answer)
        except SandboxUnavailable as error:
            raise HostFault(HostVerdict.SANDBOX_FAILED, str(error)) from error
        except BotFault as fault:
            raise BotFault(Verdict.START_FAILED, fault.detail) from None
        if wait.charge()[0] > self._limits.start_ms:
            raise BotFault(Verdict.START_FAILED, _late("to start", wait))

    def act(self, observation: dict[str, Any], legal: list[str], events: list[dict[str, Any]]) -> str:
        """Ask for an action, on the seat's clock."""
        seat = self._open_seat()
        if seat.has_pending_output():
            raise BotFault(Verdict.BAD_MESSAGE, self._unasked(seat))
        self._requests += 1
        line = protocol.act_line(
            n=self._requests, observation=observation, legal=legal, events=events, clock=self.clock.message()
        )
        seat.resume()
        answer, wait = self._exchange(seat, line, self.clock.budget_ms)
        if not self.clock.spend(*wait.charge()):
            raise BotFault(Verdict.TIME_LIMIT, _late("for an answer", wait))
        return protocol.read_answer(answer, self._requests)

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: list[dict[str, Any]]) -> None:
        """Tell the outcome; nothing is answered."""
        seat = self._open_seat()
        line = protocol.end_line(places=places, totals=totals, payouts=payouts, events=events)
        seat.resume()
        try:
            seat.write(line, self._now() + END_GRACE_S)
        except (EndOfOutput, DeadlinePassed):
            return  # it need not listen any more

    def close(self, *, grace: bool) -> Evidence | None:
        """End the process and return what was measured of it."""
        seat, self._seat = self._seat, None
        if seat is None:
            return None
        try:
            if grace:
                seat.wait_exit(self._now() + END_GRACE_S)
        finally:
            evidence = seat.close()
        return evidence

    def _exchange(self, seat: Seat, line: bytes, budget_ms: float) -> tuple[bytes, Wait]:
        wait = Wait(self._now, seat.cpu_ns, budget_ms)
        try:
            self._write(seat, line, wait)
            answer = self._read(seat, wait)
        except LineTooLong:
            raise BotFault(Verdict.OUTPUT_LIMIT, f"a line of more than {self._limits.output_line_kib} KiB") from None
        except EndOfOutput:
            # Its streams close before it is gone: let it say how it ended.
            seat.wait_exit(self._now() + EXIT_S)
            raise BotFault(Verdict.CRASH, "no answer, and no more output to come") from None
        seat.stop()
        return answer, wait

    def _write(self, seat: Seat, line: bytes, wait: Wait) -> None:
        try:
            seat.write(line, AT_ONCE)
        except DeadlinePassed as error:
            self._write_on(seat, line[-error.unsent :], wait)

    def _write_on(self, seat: Seat, rest: bytes, wait: Wait) -> None:
        """Write what the pipe did not take at once, as the bot reads."""
        while rest:
            try:
                seat.write(rest, wait.next_slice())
            except DeadlinePassed as error:
                rest = rest[-error.unsent :]
                wait.woke()
                if wait.is_over:
                    raise BotFault(Verdict.TIME_LIMIT, _late("to read the request", wait)) from None
                self._meanwhile(wait)
            else:
                wait.woke()
                return

    def _read(self, seat: Seat, wait: Wait) -> bytes:
        while True:
            try:
                answer = seat.read_line(wait.next_slice())
            except DeadlinePassed:
                wait.woke()
                if wait.is_over:
                    return self._last_look(seat, wait)
                self._meanwhile(wait)
            else:
                wait.woke()
                return answer

    def _meanwhile(self, wait: Wait) -> None:
        with wait.aside():
            self._tick()

    def _last_look(self, seat: Seat, wait: Wait) -> bytes:
        """Look at the pipe once more before anybody is convicted."""
        try:
            return seat.read_line(self._now() + LOOK_S)
        except DeadlinePassed:
            raise BotFault(Verdict.TIME_LIMIT, _late("without an answer", wait)) from None

    def _unasked(self, seat: Seat) -> str:
        """Say what lies in the pipe of a seat that has not been asked."""
        try:
            line = seat.read_line(self._now() + LOOK_S)
        except (EndOfOutput, DeadlinePassed, LineTooLong):
            return "output that nobody asked for: no whole line"
        n = protocol.answered(line)
        if n is None:
            return f"output that nobody asked for: {printable(line)}"
        if n > self._requests:
            return f"an early answer: to request {n}, where {self._requests} were made: {printable(line)}"
        return f"a second answer: request {n} was answered already: {printable(line)}"

    def _open_seat(self) -> Seat:
        if self._seat is None:
            raise RuntimeError("a player that was not started, or was closed, cannot play")
        return self._seat


def _late(what: str, wait: Wait) -> str:
    return (
        f"took {wait.cpu_ms:.0f} ms of CPU time and {wait.wall_ms:.0f} ms of wall time {what}, "
        f"where {wait.budget_ms:.0f} ms were left"
    )
