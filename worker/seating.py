"""Seats for the bots of a job: the part of a sandbox that jobs use, the limits of a process, and players in it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from worker.contract import Entrant, Limits
from worker.referee.players import SeatPlayer
from worker.sandbox import Seat, SeatLimits

# A backstop below the referee's clock: start-up, bank, and so many moves at their full allowance.
_CPU_MOVES: Final = 5_000


class Launcher(Protocol):
    """The part of a sandbox that the jobs use."""

    @property
    def name(self) -> str:
        """Name the kind of sandbox, for the results."""

    def require_language(self, name: str) -> object:
        """Raise LanguageUnavailable when bots in a language cannot be run here."""

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot."""


def seat_limits(limits: Limits) -> SeatLimits:
    """Turn the limits of a job into those of a process."""
    cpu_ms = limits.start_ms + limits.bank_ms + _CPU_MOVES * limits.move_ms
    return SeatLimits(
        memory_mb=limits.memory_mb,
        cpu_s=cpu_ms // 1000 + 1,
        output_line_kib=limits.output_line_kib,
        stderr_kib=limits.stderr_kib,
    )


def seat_player(
    launcher: Launcher,
    path: Path,
    entrant: Entrant,
    limits: Limits,
    tick: Callable[[], None],
    hang_s: float = math.inf,
) -> SeatPlayer:
    """Make a player of an entrant's unpacked bundle; `hang_s` is how long it may wait without using any CPU time."""
    return SeatPlayer(
        lambda: launcher.start_seat(path, entrant.entry, entrant.language, seat_limits(limits)),
        limits,
        tick=tick,
        hang_s=hang_s,
    )
