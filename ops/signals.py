"""Ctrl-C and SIGTERM: the first ends the program, those after it do not disturb the end."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

ENDING = (signal.SIGINT, signal.SIGTERM)


def interrupt_once() -> None:
    """Make the first SIGINT or SIGTERM raise KeyboardInterrupt and all others nothing.

    SIGINT too, as the shell that started us may have had it ignored.
    """
    for number in ENDING:
        signal.signal(number, _first)


def _first(number: int, frame: FrameType | None) -> None:
    for other in ENDING:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore SIGINT and SIGTERM meanwhile. Called in the main thread, as all that sets signal handlers."""
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in ENDING]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
