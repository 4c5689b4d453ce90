"""The author's log: standard error, which only the author can read. Nothing here can fail or fill it up."""

from __future__ import annotations

import contextlib
import sys
import traceback

#: Characters written in a game; a log that is fuller than the arena allows puts the bot out.
MOST_CHARACTERS = 200_000
_written = 0


def log(*things: object) -> None:
    """Write a line to the log; what cannot be written, and what comes after a lot has been, is left out."""
    global _written  # noqa: PLW0603  # one process, one game, one log
    if _written > MOST_CHARACTERS:
        return
    # A thing whose text cannot be made, or a log that has gone, must not cost the game.
    with contextlib.suppress(Exception):
        text = " ".join([str(thing) for thing in things])
        _written += len(text) + 1
        if _written > MOST_CHARACTERS:
            text = "... the log is full; nothing more is kept"
        sys.stderr.write(text.encode("utf-8", "backslashreplace").decode() + "\n")
        sys.stderr.flush()


def log_error(*things: object) -> None:
    """Write a line and the traceback of the exception that is being handled."""
    log(*things)
    log(traceback.format_exc().rstrip())
