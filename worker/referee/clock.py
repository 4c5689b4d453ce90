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
QUICK_S: Final = 0.01
# The referee wakes this often while it waits; what it sleeps beyond that is its own pause, not the bot's.
SLICE_S: Final = 0.05
GAP_FORGIVEN_S: Final = 0.25
GAP_LOST_S: Final = 10.0


def charge(cpu_ms: float, wall_ms: float) -> float:
    """Return what a clock is charged, in milliseconds."""
    wall_ms /= WALL_MULTIPLE
    return cpu_ms if cpu_ms > wall_ms else wall_ms


class SeatClock:
    """Keep the time of a seat as chess clocks do: an allowance a move, and a bank a game for what goes beyond."""

    def __init__(self, move_ms: float, bank_ms: float) -> None:
        self.move_ms = float(move_ms)
        self.bank_ms = self._shown_bank_ms = float(bank_ms)
        self.last_ms = 0.0
        self.max_ms = 0.0
        self.cpu_ms = 0.0
        self.moves = 0

    def spend(self, cpu_ms: float, wall_ms: float) -> bool:
        """Charge a move; return False when the bank is overdrawn."""
        charged_ms = charge(cpu_ms, wall_ms)
        self.moves += 1
        self.cpu_ms += cpu_ms
        self.last_ms = int(charged_ms * 1e3 + 0.5) / 1e3  # to the microsecond; round() takes longer
        if charged_ms > self.max_ms:
            self.max_ms = charged_ms
        if charged_ms <= self.move_ms:
            return True
        left = self.bank_ms - (charged_ms - self.move_ms)
        self.bank_ms = max(0.0, left)
        self._shown_bank_ms = round(self.bank_ms, 3)
        return left >= 0

    def message(self) -> dict[str, float]:
        """Return what a request tells of the clock."""
        return {"bank_ms": self._shown_bank_ms, "last_ms": self.last_ms}


class Wait:
    """Wait for one answer, slice by slice, counting only the time in which the referee itself ran.

    The first slice began at `started` and was a short one. CPU time counts from `cpu_from_ns` of the seat's clock on,
    which is where the last move was charged up to.
    """

    def __init__(
        self,
        now: Callable[[], float],
        read_cpu_ns: Callable[[], int],
        budget_ms: float,
        started: float,
        cpu_from_ns: int,
    ) -> None:
        self._now = now
        self._read_cpu_ns = read_cpu_ns
        self.budget_ms = budget_ms
        #: What the seat's clock showed when it was last read.
        self.cpu_ns = self._cpu_from_ns = cpu_from_ns
        self._started = started
        self._slice_ends = started + QUICK_S
        self._forgiven = 0.0
        self._worked = started

    def spent(self) -> tuple[float, float]:
        """Return the CPU time and the wall time so far, the referee's own pauses left out, in milliseconds."""
        cpu_ns, now = self._read_cpu_ns(), self._now() - self._forgiven
        if cpu_ns != self.cpu_ns:
            self.cpu_ns, self._worked = cpu_ns, now
        return (cpu_ns - self._cpu_from_ns) / 1e6, max(0.0, (now - self._started) * 1e3)

    @property
    def idle_s(self) -> float:
        """Return for how long the seat's clock had not moved when it was last read; pauses of the referee left out."""
        return self._now() - self._forgiven - self._worked

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
        return self._now() >= self.deadline or charge(*self.spent()) > self.budget_ms
