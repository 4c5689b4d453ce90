"""`make run`: start an arena and keep it up until Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from rich.console import Console

from ops.arena import ROOT, Arena, ArenaError


def arena_from_environment(directory: str) -> Arena:
    """Make the arena that PORT, REDIS_URL, DATABASE_URL and FAIRDEAL_DATA_DIR ask for, or raise ArenaError."""
    port = os.environ.get("PORT") or "8000"
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise ArenaError(f"PORT is {port!r}; a number from 1 to 65535 is expected")
    return Arena(
        directory=Path(os.environ.get("FAIRDEAL_DATA_DIR") or ROOT / ".var" / directory).resolve(),
        port=int(port),
        database_url=os.environ.get("DATABASE_URL", ""),
        redis_url=os.environ.get("REDIS_URL", ""),
    )


def stop_on_sigterm() -> None:
    """Make SIGTERM end the program as Ctrl-C does, and Ctrl-C too where the shell that started us had it ignored."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def wait_for_the_end() -> None:
    """Wait for Ctrl-C or SIGTERM; a second one does not disturb the stopping."""
    try:
        while True:
            signal.pause()
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def main() -> int:
    """Run the arena; returns the exit status."""
    console = Console()
    stop_on_sigterm()
    try:
        with arena_from_environment("run") as arena:
            console.print(
                f"The arena is at {arena.url} (log in as house, password in {arena.password_file}). Ctrl-C stops it."
            )
            wait_for_the_end()
            console.print("Stopping.")
    except ArenaError as error:
        console.print(f"fairdeal: {error}", style="red", markup=False)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
