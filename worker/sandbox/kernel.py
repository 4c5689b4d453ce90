"""The few calls to the kernel that Python has no function for."""

from __future__ import annotations

import ctypes
import os
from typing import Final

_PR_SET_CHILD_SUBREAPER: Final = 36
_CPUCLOCK_SCHED: Final = 2

_adopting_process: int | None = None


def adopt_orphans() -> None:
    """Make orphans below this process its children: a bot whose holder has ended must be ours to reap."""
    global _adopting_process  # noqa: PLW0603 - an attribute of the process, which a fork does not inherit
    if _adopting_process == os.getpid():
        return
    libc = ctypes.CDLL(None, use_errno=True)
    zero = ctypes.c_ulong(0)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), zero, zero, zero) != 0:
        raise OSError(ctypes.get_errno(), "PR_SET_CHILD_SUBREAPER failed")
    _adopting_process = os.getpid()


def process_clock(pid: int) -> int:
    """Return the id of a process's CPU clock: all its threads, not its children."""
    return (~pid << 3) | _CPUCLOCK_SCHED
