"""Read what a table is from the words of a command: game, seats, options, bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import typer

import engines
from bots.cli.contestants import Workshop
from bots.cli.errors import CliError
from bots.cli.launch import Walls, choose_walls
from bots.cli.table import LineUp, read_seed
from worker.contract import Limits

GameOption = Annotated[
    str | None, typer.Option("--game", "-g", help="A game id; default: the first that the first bot claims.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", help="Seats at the table.")]
OptionsOption = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable.")
]
SeedOption = Annotated[str | None, typer.Option("--seed", help="Any text: the same cards again. Default: new cards.")]
ProcessesOption = Annotated[
    int, typer.Option("--processes", "-p", min=1, max=64, help="Play so many blocks at a time.")
]
MoveOption = Annotated[int, typer.Option("--move-ms", min=1, help="CPU time allowed a move, in milliseconds.")]
BankOption = Annotated[int, typer.Option("--bank-ms", min=0, help="CPU time beyond that, a game.")]

_LIMITS = Limits()
MOVE_MS, BANK_MS = _LIMITS.move_ms, _LIMITS.bank_ms


def read_options(spec: engines.GameSpec, pairs: Sequence[str]) -> dict[str, object]:
    """Read NAME=VALUE pairs with the game's own options."""
    by_name = {option.name: option for option in spec.options}
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or name not in by_name:
            raise CliError(f"{spec.id} has no option {pair!r}", f"Write NAME=VALUE with one of: {', '.join(by_name)}.")
        options[name] = by_name[name].from_text(text)
    return options


def make_line_up(
    workshop: Workshop,
    texts: Sequence[str],
    *,
    game: str | None,
    players: int | None,
    options: Sequence[str],
    seed: str | None,
    walls: Walls,
    limits: Limits,
) -> LineUp:
    """Make the table; the last bot takes the places that are left."""
    game_id = game or _claimed_game(workshop, texts)
    spec = engines.game_spec(game_id)
    if players is None and len(texts) > 1:
        players = _fitting_players(spec, len(texts))
    made = spec.make(players, read_options(spec, options))
    entry: Literal["side", "seat"] = "side" if made.has_sides else "seat"
    entrants = made.sides if made.has_sides else made.players
    if len(texts) > entrants:
        raise CliError(
            f"{made.ruleset} has room for {entrants} bots, and {len(texts)} are named", "Name fewer, or set --players."
        )
    bots = workshop.bring_all([*texts, *[texts[-1]] * (entrants - len(texts))], game_id)
    for bot in bots:
        if bot.facts.games and game_id not in bot.facts.games and not bot.name.startswith("@"):
            raise CliError(
                f"{bot.name} does not claim {game_id}",
                f"Its bot.toml names {', '.join(bot.facts.games)}: add it there.",
            )
    return LineUp(made, entry, bots, read_seed(seed), limits, choose_walls(walls))


def _fitting_players(spec: engines.GameSpec, bots: int) -> int | None:
    """Return as many seats as bots, where the game is not one of partners and takes so many."""
    usual = spec.make()
    return bots if not usual.has_sides and spec.min_players <= bots <= spec.max_players else None


def _claimed_game(workshop: Workshop, texts: Sequence[str]) -> str:
    """Return the first game that the first bot of one's own claims; the house's bots play many."""
    own = next((text for text in texts if not text.startswith("@")), None)
    games = workshop.bring(own, None).facts.games if own is not None else ()
    if not games:
        who = f"{own} does not say" if own is not None else "the house's bots do not say"
        raise CliError(f"{who} which game is played", f"Add --game, one of {', '.join(engines.game_ids())}.")
    return games[0]


def describe(line_up: LineUp) -> dict[str, Any]:
    """Say what was played, for JSON."""
    return {
        "ruleset": line_up.game.ruleset,
        "entry": line_up.entry,
        "seed": line_up.seed,
        "bots": [bot.name for bot in line_up.bots],
        "walls": line_up.walls.value,
    }
