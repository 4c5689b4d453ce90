"""`fairdeal new`: a bot from a template."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

import engines
from bots import templates
from bots.cli.bundle import MANIFEST, Manifest, check_games, check_name
from bots.cli.contestants import slug
from bots.cli.errors import CliError
from bots.cli.output import AsJson, print_json

_TEMPLATES: Final = Path(next(iter(templates.__path__)))


class Template(StrEnum):
    """The languages that there is a template for."""

    PYTHON = "python"
    NODE = "node"
    C = "c"


#: By template: the language as the site names it, and the entry.
_STARTED: Final = {
    Template.PYTHON: ("python", "main.py"),
    Template.NODE: ("node", "main.js"),
    Template.C: ("executable", "bot"),
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("new")(new_command)


def new_command(
    folder: Annotated[Path, typer.Argument(help="The new bot's folder; its name is the bot's.")],
    game: Annotated[
        list[str] | None, typer.Option("--game", "-g", help="A game it plays; repeatable. Asked for if not given.")
    ] = None,
    language: Annotated[Template | None, typer.Option("--language", "-l", help="Asked for if not given.")] = None,
    as_json: AsJson = False,
) -> int:
    """Make a bot: a folder with bot.toml and the least program that plays."""
    name = check_name(slug(folder.resolve().name), str(folder))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CliError(f"{folder} is there already", "Give another name, or remove it.")
    games = check_games(game or [_ask("game", engines.game_ids(), "thirty-one")], "--game")
    chosen = language or Template(_ask("language", [template.value for template in Template], "python"))
    kind, entry = _STARTED[chosen]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_bytes(Manifest(name, entry, kind, games).to_toml())
    for path in sorted((_TEMPLATES / chosen.value).iterdir()):
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    made = sorted(path.name for path in folder.iterdir())
    if as_json:
        print_json({"folder": str(folder), "name": name, "games": list(games), "language": kind, "files": made})
    else:
        build = f"make -C {folder} && " if chosen is Template.C else ""
        print(f"{folder}: {', '.join(made)}. Next:")
        print(f"    {build}fairdeal check {folder}")
        print(f"    fairdeal play {folder} @random")
    return 0


def _ask(what: str, known: tuple[str, ...] | list[str], usual: str) -> str:
    """Ask for what was not given; where nobody can answer, say which option gives it."""
    if not sys.stdin.isatty():
        raise CliError(f"the {what} is missing", f"Add --{what}, one of {', '.join(known)}.")
    while True:
        answer = str(typer.prompt(f"Which {what}? {', '.join(known)}", default=usual))
        if answer in known:
            return answer
        print(f"There is no {what} {answer!r}.")
