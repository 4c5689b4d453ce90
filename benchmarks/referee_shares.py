"""Where the time of a referee goes, by looking a thousand times a second at what it is doing."""

import signal
from collections import Counter
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, Self

PERIOD_S: Final = 0.001
#: By function, file or folder: the part its time belongs to. Compiled engines have no frames: their callers' are seen.
PARTS: Final = {
    "engines": "rules",
    "game.py": "rules",
    "protocol.py": "encoding",
    "_await_output": "waiting for bots",
    "players.py": "pipes and clocks",
    "clock.py": "pipes and clocks",
    "seat.py": "pipes and clocks",
}


class Shares:
    """Sample the wall time of this process while it is entered."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def __enter__(self) -> Self:
        """Begin."""
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, PERIOD_S, PERIOD_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def parts(self) -> dict[str, float]:
        """Return the share of every part."""
        whole = sum(self._seen.values()) or 1
        return {part: seen / whole for part, seen in self._seen.items()}

    def _look(self, number: int, frame: FrameType | None) -> None:
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            part = next(
                (PARTS[name] for name in (frame.f_code.co_name, path.name, *path.parts[-3:]) if name in PARTS), None
            )
            if part is not None:
                self._seen[part] += 1
                return
            frame = frame.f_back
        self._seen["starts and the rest"] += 1
