"""`fairdeal tournament`: set one up on the site, enter a bot, start it, see how it stands."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

import typer

import engines
from bots.cli.api import Site
from bots.cli.entered import entry_of, is_number, read_settings, version_of
from bots.cli.lineup import OptionsOption, PlayersOption, read_options
from bots.cli.output import AsJson, Json, console, print_json, table

app = typer.Typer(help="Set up tournaments on the site, enter bots, start them, see them.", no_args_is_help=True)
TournamentId = Annotated[int, typer.Argument(help="The tournament's number.")]

# What is done with a tournament in one word, as the site has it, with the help of its command.
ACTS: Final = {
    "open": "Open a tournament for entry: owners enter their bots.",
    "close": "Close entry; bots take part with their newest versions.",
    "start": "Start a tournament: its first matches are handed out, rounds then follow by themselves.",
    "pause": "Hand out no more matches of a tournament; what is being played is played to its end.",
    "resume": "Go on with a tournament that is paused.",
    "cancel": "Call a tournament off, for good; what has been played stays.",
    "rerun-failed": "Play the matches again that the infrastructure failed.",
}


@app.command("create")
def create_command(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    game: Annotated[str, typer.Option("--game", "-g", help="A game id.")],
    entries: Annotated[
        list[str] | None,
        typer.Argument(
            help="Who plays: ids of versions, or owner/bot for its newest active one; nobody: open it for entry."
        ),
    ] = None,
    blocks: Annotated[int, typer.Option("--blocks", "-b", min=1, help="Blocks a table.")] = 10,
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="round-robin, gauntlet, swiss, single-elimination and so on.")
    ] = "round-robin",
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="A setting of the format; repeatable."),
    ] = None,
    cycles: Annotated[int, typer.Option("--cycles", min=1, help="How often everybody meets everybody.")] = 1,
    players: PlayersOption = None,
    option: OptionsOption = None,
    start: Annotated[bool, typer.Option("--start", help="Start it at once.")] = False,
    as_json: AsJson = False,
) -> int:
    """Set up a tournament; nothing is played before it is started."""
    options = read_options(engines.game_spec(game), option or ())
    settings = read_settings(setting or ()) | ({"cycles": cycles} if cycles > 1 else {})
    body: Json = {"name": name, "format": format_name, "settings": settings, "game": game, "blocks": blocks}
    body |= {"options": options} | ({} if players is None else {"players": players})
    with Site() as site:
        if entries:
            body["entries"] = [version_of(site, entry, game) for entry in entries]
        # Every run of this command is another tournament.
        made = site.post("tournaments/", body, key=secrets.token_hex(16))
        if start:
            made = _act(site, made["id"], "start")
    _print(made, as_json)
    if not as_json and not start:
        print(f"{'Start it' if entries else 'Open it for entry'} with: "
              f"fairdeal tournament {'start' if entries else 'open'} {made['id']}")  # fmt: skip
    return 0


def _add_act(word: str, summary: str) -> None:
    @app.command(word, help=summary)
    def command(tournament: TournamentId, as_json: AsJson = False) -> int:
        with Site() as site:
            _print(_act(site, tournament, word), as_json)
        return 0


for _word, _summary in ACTS.items():
    _add_act(_word, _summary)


@app.command("enter")
def enter_command(
    tournament: TournamentId,
    bot: Annotated[str, typer.Argument(help="owner/bot, or the id of a version to enter it as it is.")],
    as_json: AsJson = False,
) -> int:
    """Enter a bot while entry is open; it plays with what is its newest version when entry closes."""
    body: Json = {"version": int(bot)} if is_number(bot) else {"bot": bot}
    with Site() as site:
        # Entering what is in already is refused: to send it twice does no harm.
        entry = site.post(f"tournaments/{tournament}/entries/", body, key=secrets.token_hex(16))
    _print_entry(entry, as_json)
    return 0


@app.command("withdraw")
def withdraw_command(
    tournament: TournamentId,
    bot: Annotated[str, typer.Argument(help="owner/bot as it is entered.")],
    as_json: AsJson = False,
) -> int:
    """Withdraw a bot, at any time before the end; what was played stands."""
    with Site() as site:
        entry = entry_of(site, tournament, bot)
        done = site.post(f"tournaments/{tournament}/entries/{entry['id']}/withdraw/", key=secrets.token_hex(16))
    _print_entry(done, as_json)
    return 0


@app.command("schedule")
def schedule_command(tournament: TournamentId, as_json: AsJson = False) -> int:
    """Show the schedule as far as it is known, also before the start, and how even it is."""
    with Site() as site:
        found = site.get(f"tournaments/{tournament}/schedule/")
    if as_json:
        print_json(found)
        return 0
    if found["problem"]:
        print(found["problem"])
    rows = [(_place(row), " – ".join(row["names"]), _state(row)) for row in found["matches"]]
    console().print(table("", ("table", "entrants", "state"), rows, left=("table", "entrants", "state")))
    balance = found["balance"] or {}
    counted = [(name, *value) for name, value in balance.items() if isinstance(value, list)]
    console().print(table("How even it is", ("counted", "least", "most"), counted, left=("counted",)))
    for promise in found["promises"]:
        print(promise)
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
    state: Annotated[str | None, typer.Option("--state", help="draft, open, running, finished and so on.")] = None,
    most: Annotated[int, typer.Option("--most", min=1, max=1000, help="List so many, the newest first.")] = 20,
    as_json: AsJson = False,
) -> int:
    """List tournaments, the newest first."""
    with Site() as site:
        rows = site.rows("tournaments/", most, game=game, state=state)
    if as_json:
        print_json(rows)
    else:
        columns = ("id", "name", "format", "game", "entry_count", "blocks", "state")
        headings = ("id", "name", "format", "game", "entries", "blocks a table", "state")
        lines = [[row[column] for column in columns] for row in rows]
        console().print(table("", headings, lines, left=("name", "format", "game", "state")))
    return 0


def _act(site: Site, tournament: int, word: str) -> Json:
    # A key of its own each time: what is paused and resumed can be paused again.
    return site.post(f"tournaments/{tournament}/{word}/", key=secrets.token_hex(16))


def _print_entry(entry: Json, as_json: bool) -> None:
    if as_json:
        print_json(entry)
        return
    version = entry["version"]
    number = "" if entry["number"] is None else f", number {entry['number']}"
    print(f"{version['bot']} {version['number']}: {entry['state']}{number}")


def _place(row: Json) -> str:
    leg = f" leg {row['leg']}" if row["leg"] > 1 else ""
    return f"{row['cycle']}.{row['round']}.{row['table']}{leg}"


def _state(row: Json) -> str:
    return "bye" if row["is_bye"] else "walkover" if row["is_walkover"] else row["state"] or "planned"


def _print(tournament: Json, as_json: bool) -> None:
    if as_json:
        print_json(tournament)
        return
    done: dict[str, Any] = tournament["progress"]
    played = f"{done['blocks_done']} of {done['blocks']} blocks"
    state = "paused" if tournament["is_paused"] else tournament["state"]
    title = f"{tournament['id']}: {tournament['name']} ({tournament['format']}, {state}, {played})"
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
