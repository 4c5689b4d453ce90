"""What a command prints: a document as JSON, or the same for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

Json = dict[str, Any]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else on standard output.")]

# Where nobody looks at a terminal, a table is as wide as it needs to be.
_UNBOUNDED: Final = 200


def console() -> Console:
    """Return the console of standard output, as it is now."""
    return Console(width=None if sys.stdout.isatty() else _UNBOUNDED, highlight=False, soft_wrap=True)


def print_json(document: Any) -> None:
    """Print a document."""
    print(json.dumps(document, indent=2, ensure_ascii=False))


def say(text: str) -> None:
    """Say something beside the result: on standard error, so that a result can be piped."""
    print(text, file=sys.stderr, flush=True)


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[str] = ()) -> Table:
    """Make a table; columns named in `left` are texts, the others numbers."""
    made = Table(title=title or None, title_justify="left")
    for heading in headings:
        made.add_column(heading, justify="left" if heading in left else "right", overflow="fold")
    for row in rows:
        made.add_row(*["" if cell is None else str(cell) for cell in row])
    return made


@contextmanager
def progress_bar(what: str, total: int, shown: bool) -> Iterator[Any]:
    """Show a bar on standard error while something is counted; give a function that is told how many are done."""
    if not shown or not sys.stderr.isatty():
        yield lambda done: None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
