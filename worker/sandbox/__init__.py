"""Run a bot where it can hurt nobody: a walled-off fork of a zygote, with namespaces, seccomp and limits.

This package is the whole interface: what lies behind `Sandbox.start_seat` may change without the referee knowing.
"""

from __future__ import annotations

from worker.sandbox.errors import (
    DeadlinePassed,
    EndOfOutput,
    LanguageUnavailable,
    LineTooLong,
    SandboxUnavailable,
    SeatError,
)
from worker.sandbox.limits import Evidence, SeatLimits
from worker.sandbox.pool import Sandbox
from worker.sandbox.seat import Seat

__all__ = [
    "DeadlinePassed",
    "EndOfOutput",
    "Evidence",
    "LanguageUnavailable",
    "LineTooLong",
    "Sandbox",
    "SandboxUnavailable",
    "Seat",
    "SeatError",
    "SeatLimits",
]
