"""The lock on an arena's data folder: who holds it, and what a second arena on the same folder is told."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

NAME = "arena.lock"


class FolderTaken(Exception):
    """Report that another arena runs on the folder; the text is what is known of it, in one line."""


def lock_folder(directory: Path, url: str) -> IO[str]:
    """Lock a data folder for the arena at `url`; returns the open lock file, or raises FolderTaken.

    The lock lasts as long as a process has the file open: the kernel gives it back however the processes end.
    """
    directory.mkdir(parents=True, exist_ok=True)
    file = (directory / NAME).open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        said = file.read()
        file.close()
        raise FolderTaken(_complaint(directory, said)) from None
    _write(file, os.getpid(), url)
    return file


def name_supervisor(file: IO[str], supervisor: int, url: str) -> None:
    """Note the supervisor too: it holds the lock with us, and may outlive us."""
    _write(file, os.getpid(), url, supervisor)


def _write(file: IO[str], pid: int, url: str, *others: int) -> None:
    file.seek(0)
    file.truncate()
    file.write(f"{url} {' '.join(map(str, (pid, *others)))}\n")
    file.flush()


def _complaint(directory: Path, said: str) -> str:
    url, *pids = said.split() or [""]
    alive = [pid for pid in pids if Path("/proc", pid).exists()]
    if not alive:
        return f"an arena starts or stops in {directory} just now; try again in a moment"
    return (
        f"an arena already runs in {directory}: process {alive[0]}, at {url}. Use that one, or stop it first "
        f"(Ctrl-C there, or kill {alive[0]}), or set FAIRDEAL_DATA_DIR to another folder"
    )
