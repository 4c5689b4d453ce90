"""`fairdeal ratings`: the rating pools of the site and their tables."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from bots.cli.api import Site
from bots.cli.output import AsJson, console, print_json, table

_Z_95 = 1.96
_MOST_POOLS = 200


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ratings")(ratings_command)


def ratings_command(
    pool: Annotated[int | None, typer.Argument(help="A pool's id; without one the pools are listed.")] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="List the pools of this game.")] = None,
    as_json: AsJson = False,
) -> int:
    """Show the rating pools, or the table of one."""
    with Site() as site:
        found: Any = site.rows("pools/", _MOST_POOLS, game=game) if pool is None else site.get(f"pools/{pool}/")
    if as_json:
        print_json(found)
    elif pool is None:
        pools = [(row["id"], row["ruleset"], row["entry"], row["blocks"]) for row in found]
        console().print(table("", ("pool", "ruleset", "entry", "blocks"), pools, left=("ruleset", "entry")))
    else:
        rows = [
            (row["rank"], row["bot"], row["number"], row["elo"], row["units"], _percent(row["score"]), _error(row))
            for row in found["table"]
        ]
        headings = ("", "bot", "version", "Elo", "blocks", "score", "± 95 %")
        console().print(table(found["title"], headings, rows, left=("bot",)))
    return 0


def _percent(score: float) -> str:
    return f"{100 * score:.1f} %"


def _error(row: dict[str, Any]) -> str:
    return "?" if row["standard_error"] is None else f"{100 * _Z_95 * row['standard_error']:.1f}"
