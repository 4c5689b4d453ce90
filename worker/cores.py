"""Cores: a match stays on one, and the matches of a machine share them out."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def one_core(locks: Path) -> Iterator[int]:
    """Stay on one core, if possible on one that no other worker of the machine has.

    Referee and bots take turns anyway, and waking another core costs more than a move. A lock file a core in `locks`
    keeps two workers from choosing the same; where there are more workers than cores, the rest share.
    """
    allowed = os.sched_getaffinity(0)
    with contextlib.ExitStack() as held:
        core = _free_core(sorted(allowed), locks, held)
        os.sched_setaffinity(0, {core})
        held.callback(os.sched_setaffinity, 0, allowed)
        yield core


def _free_core(cores: list[int], locks: Path, held: contextlib.ExitStack) -> int:
    locks.mkdir(parents=True, exist_ok=True)
    for core in cores:
        descriptor = os.open(locks / f"core-{core}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
        else:
            held.callback(os.close, descriptor)
            return core
    return cores[os.getpid() % len(cores)]
