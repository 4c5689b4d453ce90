"""What a seat may use, and what is known of it afterwards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SeatLimits:
    """The limits of one bot in one game."""

    memory_mb: int = 256
    cpu_s: float = 60.0
    output_line_kib: int = 64
    stderr_kib: int = 1024

    def __post_init__(self) -> None:
        """Refuse limits under which no bot could start."""
        for name in ("memory_mb", "cpu_s", "output_line_kib", "stderr_kib"):
            value = getattr(self, name)
            if value <= 0:
                raise ValueError(f"{name} is {value}, expected more than 0")


@dataclass(frozen=True)
class Evidence:
    """How a bot's process ended and what it used.

    `killed`: it still ran and we ended it; `memory_capped`: the kernel ended it at the cap of its control group;
    `ended_by_host`: somebody else killed it, and no limit of its own.
    """

    exit_code: int | None
    signal: int | None
    cpu_ms: float
    wall_ms: float
    peak_kib: int
    stderr: str
    stderr_truncated: bool
    stderr_overflow: bool = False
    killed: bool = False
    memory_capped: bool = False
    ended_by_host: bool = False
