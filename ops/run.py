"""`make run`: start an arena and keep it up until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from rich.console import Console

from ops.arena import ROOT, Arena
from ops.errors import ArenaError
from ops.signals import interrupt_once


def arena_from_environment(directory: str, console: Console) -> Arena:
    """Make the arena that PORT, REDIS_URL, DATABASE_URL and FAIRDEAL_DATA_DIR ask for, or raise ArenaError."""
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise ArenaError(f"PORT is {port!r}; a number from 1 to 65535 is expected")
    return Arena(
        directory=Path(os.environ.get("FAIRDEAL_DATA_DIR") or ROOT / ".var" / directory).resolve(),
        port=int(port),
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
        say=console.print,
    )


def say_error(console: Console, error: ArenaError) -> None:
    """Print what kept the arena from running, not wrapped: who reads it may want to copy a command."""
    console.print(f"fairdeal: {error}", style="red", markup=False, soft_wrap=True)


def wait_for_the_end() -> None:
    """Wait for Ctrl-C or SIGTERM."""
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            signal.pause()


def main() -> int:
    """Run the arena; returns the exit status."""
    console = Console()
    interrupt_once()
    try:
        with arena_from_environment("run", console) as arena:
            console.print(
                f"The arena is at {arena.url} (log in as house, password in {arena.password_file}). Ctrl-C stops it.",
                soft_wrap=True,
            )
            wait_for_the_end()
    except ArenaError as error:
        say_error(console, error)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
