"""Clocks: the bank of a seat, and a wait for an answer that forgives the host's own pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from worker.referee.verdicts import HostFault, HostVerdict

# A seat is charged its CPU time. Wall time is a safety net for bots that wait instead of working: it is charged at this
# fraction, so that a host with a few times more work than cores costs nobody a game.
WALL_MULTIPLE: Final = 4.0
# Most answers come within a fraction of this, and until then nothing else is done.
QUICK_S: Final = 0.001
# The referee wakes this often while it waits; what it sleeps beyond that is its own pause, not the bot's.
SLICE_S: Final = 0.05
GAP_FORGIVEN_S: Final = 0.25
GAP_LOST_S: Final = 10.0


class SeatClock:
    """Keep the time of a seat as chess clocks do: an allowance a move, and a bank a game for what goes beyond."""

    def __init__(self, move_ms: float, bank_ms: float) -> None:
        self.move_ms = float(move_ms)
        self.bank_ms = float(bank_ms)
        self.last_ms = 0.0
        self.max_ms = 0.0
        self.cpu_ms = 0.0
        self.moves = 0

    @property
    def budget_ms(self) -> float:
        """Return the most that the next move may cost."""
        return self.move_ms + self.bank_ms

    def spend(self, charged_ms: float, cpu_ms: float) -> bool:
        """Charge a move; return False when the bank is overdrawn."""
        self.moves += 1
        self.cpu_ms += cpu_ms
        self.last_ms = round(charged_ms, 3)
        self.max_ms = max(self.max_ms, charged_ms)
        left = self.bank_ms - max(0.0, charged_ms - self.move_ms)
        self.bank_ms = max(0.0, left)
        return left >= 0

    def message(self) -> dict[str, float]:
        """Return what a request tells of the clock."""
        return {"bank_ms": round(self.bank_ms, 3), "last_ms": self.last_ms}


class Wait:
    """Wait for one answer, slice by slice, counting only the time in which the referee itself ran.

    The first slice begins with the wait and is a short one. CPU time counts from `cpu_from_ns` of the seat's clock on,
    which is where the last move was charged up to.
    """

    __slots__ = ("_cpu_from_ns", "_forgiven", "_now", "_read_cpu_ns", "_slice_ends", "_started", "budget_ms", "cpu_ns")

    def __init__(
        self, now: Callable[[], float], read_cpu_ns: Callable[[], int], budget_ms: float, cpu_from_ns: int
    ) -> None:
        self._now = now
        self._read_cpu_ns = read_cpu_ns
        self.budget_ms = budget_ms
        self.cpu_ns = self._cpu_from_ns = cpu_from_ns
        self._started = now()
        self._slice_ends = self._started + QUICK_S
        self._forgiven = 0.0

    def charge(self) -> tuple[float, float, float]:
        """Return what the clock is charged now, the CPU time of it, and the wall time, all in milliseconds.

        The referee's own pauses are left out of the wall time. `cpu_ns` keeps what the seat's clock has shown.
        """
        self.cpu_ns = self._read_cpu_ns()
        cpu_ms = (self.cpu_ns - self._cpu_from_ns) / 1e6
        wall_ms = max(0.0, (self._now() - self._started - self._forgiven) * 1e3)
        return max(cpu_ms, wall_ms / WALL_MULTIPLE), cpu_ms, wall_ms

    @property
    def deadline(self) -> float:
        """Return when the wait is over for good, as things stand."""
        return self._started + self._forgiven + self.budget_ms * WALL_MULTIPLE / 1e3

    def next_slice(self) -> float:
        """Begin a slice; return when it ends."""
        started = self._now()
        self._slice_ends = min(started + SLICE_S, max(self.deadline, started))
        return self._slice_ends

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something of our own while the bot goes on: its CPU time counts, the wall time of this does not."""
        began = self._now()
        try:
            yield
        finally:
            self._forgiven += max(0.0, self._now() - began)

    def woke(self) -> None:
        """End a slice: forgive what the referee overslept; a pause of 10 s is a lost host."""
        pause = self._now() - self._slice_ends
        if pause > GAP_LOST_S:
            raise HostFault(HostVerdict.HOST_LOST, f"the referee was not run for {pause:.1f} s")
        if pause > GAP_FORGIVEN_S:
            self._forgiven += pause

    @property
    def is_over(self) -> bool:
        """Say whether the seat has used up all that it may."""
        return self._now() >= self.deadline or self.charge()[0] > self.budget_ms
