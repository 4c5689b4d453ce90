"""Progress of the demo's waits: bars on a terminal, and elsewhere a plain line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

LINE_EVERY_S: Final = 10.0
LINE_EVERY_PERCENT: Final = 10


class Bars(Protocol):
    """What the waits use of rich's Progress; a total of None is not known yet."""

    def __enter__(self) -> Self:
        """Begin to show."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Show the last state."""

    def add_task(self, description: str, *, total: float | None) -> TaskID:
        """Add something to wait for."""

    def update(self, task_id: TaskID, *, total: float | None = None, completed: float | None = None) -> None:
        """Say how far it is."""


@dataclass
class _Task:
    description: str
    total: float | None
    began: float
    told_at: float
    completed: float = 0
    told_percent: int = 0

    @property
    def percent(self) -> int:
        return int(100 * self.completed / self.total) if self.total else 0


class Lines:
    """A line for each task when it has come 10 % further or 10 s have passed, and none after its end."""

    def __init__(self, console: Console, now: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._now = now
        self._tasks: list[_Task] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Do nothing: every line is complete."""

    def add_task(self, description: str, *, total: float | None) -> TaskID:
        """Add something to wait for; nothing is printed yet."""
        moment = self._now()
        self._tasks.append(_Task(description, total, began=moment, told_at=moment))
        return TaskID(len(self._tasks) - 1)

    def update(self, task_id: TaskID, *, total: float | None = None, completed: float | None = None) -> None:
        """Take in how far it is, and print a line if it is time."""
        task = self._tasks[task_id]
        task.total = task.total if total is None else total
        task.completed = task.completed if completed is None else completed
        if task.total is None or task.told_percent == 100:
            return
        moment = self._now()
        further = task.percent // LINE_EVERY_PERCENT > task.told_percent // LINE_EVERY_PERCENT
        if further or moment - task.told_at >= LINE_EVERY_S:
            task.told_at, task.told_percent = moment, task.percent
            self._console.print(
                f"  {task.description}: {task.completed:.0f} of {task.total:.0f} ({moment - task.began:.0f} s)",
                markup=False, highlight=False, soft_wrap=True,
            )  # fmt: skip


def progress_bars(console: Console) -> Bars:
    """Make what the demo's waits are shown with: bars, or lines where there is no terminal to redraw them on."""
    if not console.is_terminal:
        return Lines(console)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    )
