"""Without a terminal the demo's waits print a line each 10 % and each 10 s, at once and not at the end."""

from __future__ import annotations

import io

from rich.console import Console
from rich.progress import Progress

from ops.progress import Lines, progress_bars


class Clock:
    """A clock that goes when it is told."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_a_line_every_ten_percent_and_none_between_or_after() -> None:
    output = io.StringIO()
    with Lines(Console(file=output), Clock()) as lines:
        task = lines.add_task("Smear", total=None)
        lines.update(task)
        for done in [*range(41), 40, 40]:
            lines.update(task, total=40, completed=done)
            printed = output.getvalue().splitlines()
            assert len(printed) == done // 4, "printed at once"
    assert printed[0] == "  Smear: 4 of 40 (0 s)"
    assert printed[-1] == "  Smear: 40 of 40 (0 s)"


def test_a_line_every_ten_seconds_where_nothing_moves() -> None:
    output, clock = io.StringIO(), Clock()
    with Lines(Console(file=output), clock) as lines:
        slow, done = lines.add_task("slow", total=4), lines.add_task("done", total=1)
        for second in range(26):
            clock.seconds = float(second)
            lines.update(slow, completed=0)
            lines.update(done, completed=1)
    assert output.getvalue().splitlines() == [
        "  done: 1 of 1 (0 s)", "  slow: 0 of 4 (10 s)", "  slow: 0 of 4 (20 s)"
    ]  # fmt: skip


def test_a_terminal_gets_bars_and_a_file_lines() -> None:
    assert isinstance(progress_bars(Console(file=io.StringIO())), Lines)
    assert isinstance(progress_bars(Console(file=io.StringIO(), force_terminal=True)), Progress)
