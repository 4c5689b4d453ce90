"""Players: what sits at a table; a sandboxed process, or something of our own in this process."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import engines
from worker.contract import Limits
from worker.referee import protocol
from worker.referee.clock import SeatClock, charge
from worker.referee.exchange import LOOK_S, Exchange, late
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict, printable
from worker.sandbox import DeadlinePassed, EndOfOutput, Evidence, LineTooLong, SandboxUnavailable, Seat

# After the end message a bot may still tidy up for so long.
END_GRACE_S: Final = 0.1


def _nothing() -> None:
    """Do nothing: nobody else waits while a bot starts."""


class Player(Protocol):
    """Play one seat of one game. Every method but `close` may raise BotFault (the player is out) or HostFault."""

    clock: SeatClock

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Get ready for the game."""

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        """Choose an action; observation and events are JSON. Call `slow` when it takes longer than a moment."""

    def rest(self) -> None:
        """Do nothing until the next call of another method: somebody else thinks."""

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: bytes) -> None:
        """See the outcome; the events are JSON."""

    def close(self, *, grace: bool) -> Evidence | None:
        """Leave nothing behind; with grace a process may still end by itself. A second call does nothing."""


class RandomPlayer:
    """Choose any legal action, in this process: the opponent in checks."""

    def __init__(self, seed: bytes) -> None:
        self.clock = SeatClock(0, 0)
        self._rng = engines.Stream(seed, "random-player")

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Need nothing."""

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        """Choose an entry of the list, each equally likely, and a number of each range."""
        return " ".join(self._word(word) for word in self._rng.choice(legal).split(" "))

    def rest(self) -> None:
        """Think at no time."""

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: bytes) -> None:
        """Learn nothing."""

    def close(self, *, grace: bool) -> Evidence | None:
        """Hold nothing."""
        return None

    def _word(self, word: str) -> str:
        low, dots, high = word.partition("..")
        return str(self._rng.choice(range(int(low), int(high) + 1))) if dots else word


class SeatPlayer:
    """Speak the bot protocol with a sandboxed process.

    `tick` is called at every slice of a wait for the bot, so that a long thought does not look like a lost worker.
    What it raises ends the wait. A bot that uses no CPU time for `hang_s` has no more to come.
    """

    def __init__(
        self,
        launch: Callable[[], Seat],
        limits: Limits,
        now: Callable[[], float] = time.monotonic,
        tick: Callable[[], None] = lambda: None,
        hang_s: float = math.inf,
    ) -> None:
        self.clock = SeatClock(limits.move_ms, limits.bank_ms)
        self._launch = launch
        self._limits = limits
        self._now = now
        self._tick = tick
        self._hang_s = hang_s
        self._seat: Seat | None = None
        self._exchange: Exchange | None = None
        self._requests = 0

    def start(self, *, game: str, players: int, seat: int, options: dict[str, Any], rng: str) -> None:
        """Start the process, and wait until it says that it is ready."""
        clock = {"move_ms": self.clock.move_ms, "bank_ms": self.clock.bank_ms}
        line = protocol.start_line(game=game, players=players, seat=seat, options=options, rng=rng, clock=clock)
        try:
            self._seat = self._launch()
            self._exchange = Exchange(self._seat, self._now, self._tick, self._limits.output_line_kib, self._hang_s)
            answer, cpu_ms, wall_ms = self._exchange.ask(line, self._limits.start_ms, _nothing)
            protocol.read_ready(answer)
        except SandboxUnavailable as error:
            raise HostFault(HostVerdict.SANDBOX_FAILED, str(error)) from error
        except BotFault as fault:
            raise BotFault(Verdict.START_FAILED, fault.detail) from None
        if charge(cpu_ms, wall_ms) > self._limits.start_ms:
            raise BotFault(Verdict.START_FAILED, late("to start", cpu_ms, wall_ms, self._limits.start_ms))
        self.rest()  # for as long as the others start

    def act(self, legal: list[str], observation: bytes, events: bytes, slow: Callable[[], None]) -> str:
        """Ask for an action, on the seat's clock."""
        seat, exchange, clock = self._seat, self._exchange, self.clock
        if seat is None or exchange is None:
            raise _not_seated()
        if seat.has_pending_output():
            raise BotFault(Verdict.BAD_MESSAGE, self._unasked(seat))
        self._requests += 1
        line = protocol.act_line(
            n=self._requests, legal=legal, observation=observation, events=events, clock=clock.message()
        )
        budget_ms = clock.move_ms + clock.bank_ms
        answer, cpu_ms, wall_ms = exchange.ask(line, budget_ms, slow)
        if not clock.spend(cpu_ms, wall_ms):
            raise BotFault(Verdict.TIME_LIMIT, late("for an answer", cpu_ms, wall_ms, budget_ms))
        return protocol.read_answer(answer, self._requests)

    def rest(self) -> None:
        """Stop the process until it is asked again."""
        if self._exchange is not None:
            self._exchange.rest()

    def end(self, *, places: list[int], totals: list[int], payouts: list[float], events: bytes) -> None:
        """Tell the outcome; nothing is answered."""
        if self._seat is None:
            raise _not_seated()
        line = protocol.end_line(places=places, totals=totals, payouts=payouts, events=events)
        self._seat.resume()
        try:
            self._seat.write(line, self._now() + END_GRACE_S)
        except (EndOfOutput, DeadlinePassed):
            return  # it need not listen any more

    def close(self, *, grace: bool) -> Evidence | None:
        """End the process and return what was measured of it."""
        seat, self._seat, self._exchange = self._seat, None, None
        if seat is None:
            return None
        try:
            if grace:
                seat.wait_exit(self._now() + END_GRACE_S)
        finally:
            evidence = seat.close()
        return evidence

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


def _not_seated() -> RuntimeError:
    return RuntimeError("a player that was not started, or was closed, cannot play")
