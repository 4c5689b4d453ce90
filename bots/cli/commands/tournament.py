"""`fairdeal tournament`: set up a round-robin on the site, start it, see how it stands."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import typer

import engines
from bots.cli.api import Site
from bots.cli.errors import CliError
from bots.cli.lineup import OptionsOption, PlayersOption, read_options
from bots.cli.output import AsJson, Json, console, print_json, table

app = typer.Typer(help="Set up tournaments on the site, start them, see how they stand.", no_args_is_help=True)
TournamentId = Annotated[int, typer.Argument(help="The tournament's number.")]


@app.command("create")
def create_command(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    entries: Annotated[
        list[str], typer.Argument(help="Who plays: ids of versions, or owner/bot for its newest active one.")
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="A game id.")],
    blocks: Annotated[int, typer.Option("--blocks", "-b", min=1, help="Blocks a table.")] = 10,
    cycles: Annotated[int, typer.Option("--cycles", min=1, help="How often everybody meets everybody.")] = 1,
    players: PlayersOption = None,
    option: OptionsOption = None,
    start: Annotated[bool, typer.Option("--start", help="Start it at once.")] = False,
    as_json: AsJson = False,
) -> int:
    """Set up a round-robin; nothing is played before it is started."""
    options = read_options(engines.game_spec(game), option or ())
    body: Json = {"name": name, "game": game, "blocks": blocks, "cycles": cycles, "options": options}
    if players is not None:
        body["players"] = players
    with Site() as site:
        body["entries"] = [_version(site, entry, game) for entry in entries]
        # Every run of this command is another tournament.
        made = site.post("tournaments/", body, key=secrets.token_hex(16))
        if start:
            made = site.post(f"tournaments/{made['id']}/start/", key=f"start-{made['id']}")
    _print(made, as_json)
    if not as_json and not start:
        print(f"Start it with: fairdeal tournament start {made['id']}")
    return 0


@app.command("start")
def start_command(tournament: TournamentId, as_json: AsJson = False) -> int:
    """Start a tournament: all its matches are handed out."""
    with Site() as site:
        _print(site.post(f"tournaments/{tournament}/start/", key=f"start-{tournament}"), as_json)
    return 0


@app.command("standings")
def standings_command(tournament: TournamentId, as_json: AsJson = False) -> int:
    """Show how a tournament stands."""
    with Site() as site:
        _print(site.get(f"tournaments/{tournament}/"), as_json)
    return 0


@app.command("list")
def list_command(
    game: Annotated[str | None, typer.Option("--game", "-g", help="Those of a game.")] = None,
    state: Annotated[str | None, typer.Option("--state", help="draft, running, finished, cancelled.")] = None,
    most: Annotated[int, typer.Option("--most", min=1, max=1000, help="List so many, the newest first.")] = 20,
    as_json: AsJson = False,
) -> int:
    """List tournaments, the newest first."""
    with Site() as site:
        rows = site.rows("tournaments/", most, game=game, state=state)
    if as_json:
        print_json(rows)
    else:
        lines = [(row["id"], row["name"], row["game"], row["entry_count"], row["blocks"], row["state"]) for row in rows]
        headings = ("id", "name", "game", "entries", "blocks a table", "state")
        console().print(table("", headings, lines, left=("name", "game", "state")))
    return 0


def _version(site: Site, text: str, game: str) -> int:
    """Return the id of a version: given as such, or the newest active one of a bot that plays the game."""
    if text.isascii() and text.isdigit():
        return int(text)
    owner, slash, bot = text.partition("/")
    if not (slash and owner and bot):
        raise CliError(f"{text!r} is no entry", "Name a version by its id, or a bot as owner/name.")
    for row in site.rows("versions/", 200, bot=text, state="active"):
        if game in row["games"]:
            return int(row["id"])
    raise CliError(f"{text} has no active version that plays {game}", "See its page, or name a version by its id.")


def _print(tournament: Json, as_json: bool) -> None:
    if as_json:
        print_json(tournament)
        return
    done: dict[str, Any] = tournament["progress"]
    played = f"{done['blocks_done']} of {done['blocks']} blocks"
    title = f"{tournament['id']}: {tournament['name']} ({tournament['state']}, {played})"
    rows = [
        (
            row["rank"],
            f"{row['version']['bot']} {row['version']['number']}",
            f"{row['points']:g}",
            row["blocks"],
            "" if row["score"] is None else f"{100 * row['score']:.1f} %",
            "?" if row["standard_error"] is None else f"{100 * row['standard_error']:.1f}",
            row["faults"],
        )
        for row in tournament["standings"]
    ]
    headings = ("", "bot", "points", "blocks", "score", "± 1 SE", "faults")
    console().print(table(title, headings, rows, left=("bot",)))
