"""The command line of the engines: list the games, replay a record, play a random game for reading."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, TextIO

import engines
from engines.core.errors import BadOption, EngineError, RecordError
from engines.core.game import Game
from engines.core.history import Event
from engines.core.record import summary
from engines.core.rng import Stream, seed_from_text
from engines.core.state import State

EXIT_OK: Final = 0
EXIT_BAD: Final = 2  # an illegal record, or input that cannot be read


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed, sys.stdout))
    except (EngineError, OSError) as error:
        print(f"engines: {' '.join(str(error).split())}", file=sys.stderr)
        return EXIT_BAD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engines", description="The rules of the card games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = commands.add_parser("games", help="list the games with their seats")
    games.set_defaults(run=_games)
    replay = commands.add_parser("replay", help="replay a record and print its results as JSON")
    replay.add_argument("file", help="a record; - for standard input")
    replay.add_argument("--check", action="store_true", help="check the game's invariants at the end")
    replay.set_defaults(run=_replay)
    play = commands.add_parser("play", help="play a random game and print it")
    play.add_argument("game", help="a game id, as `games` lists them")
    play.add_argument("--seed", required=True, help="any text; hex of 128 bits or more is taken as it is")
    play.add_argument("--players", type=int, help="how many players (default: the game's)")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    play.add_argument("--record", action="store_true", help="print the record as JSON instead")
    play.add_argument("--check", action="store_true", help="check the game's invariants after every action")
    play.set_defaults(run=_play)
    return parser


def _games(_: argparse.Namespace, out: TextIO) -> int:
    for game_id in engines.game_ids():
        spec = engines.game_spec(game_id)
        few, many = spec.min_players, spec.max_players
        seats = f"{few} players" if few == many else f"{few} to {many} players"
        print(f"{game_id:<20} {seats:<16} {spec.title}", file=out)
    return EXIT_OK


def _replay(parsed: argparse.Namespace, out: TextIO) -> int:
    state = engines.replay(_read_record(parsed.file))
    if parsed.check:
        _refuse_broken(state)
    print(json.dumps(summary(state)), file=out)
    return EXIT_OK


def _read_record(name: str) -> Any:
    try:
        if name == "-":
            raw = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                raw = file.read()
        return json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{name} is not a JSON document: {error}") from None


def _play(parsed: argparse.Namespace, out: TextIO) -> int:
    spec = engines.game_spec(parsed.game)
    game = spec.make(parsed.players, _read_options(spec, parsed.option))
    seed = seed_from_text(parsed.seed)
    state = game.new_state(seed)
    choices = Stream(seed, "random-play")
    shown = 0
    if not parsed.record:
        print(f"{game.title}: {game.ruleset}, seed {seed}", file=out)
    while True:
        if parsed.check:
            _refuse_broken(state)
        if not parsed.record:
            shown = _print_events(game, state.events, shown, out)
        if state.is_over:
            break
        state.apply(state.random_action(choices))
    if parsed.record:
        print(json.dumps(state.record()), file=out)
    return EXIT_OK


def _read_options(spec: engines.GameSpec, pairs: Sequence[str]) -> dict[str, object]:
    by_name = {option.name: option for option in spec.options}
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadOption(pair, "write it as NAME=VALUE")
        if name not in by_name:
            raise BadOption(name, f"the game has no such option; it has: {', '.join(by_name)}")
        options[name] = by_name[name].from_text(text)
    return options


def _refuse_broken(state: State) -> None:
    broken = state.broken_invariants()
    if broken:
        raise EngineError(f"invariants that do not hold: {'; '.join(broken)}")


def _print_events(game: Game, events: Sequence[Event], start: int, out: TextIO) -> int:
    """Print the events from `start` on, one a line; return how many there are now."""
    for event in events[start:]:
        if event["type"] == "deal":
            print(f"\nDeal {event['deal'] + 1}, seat {event['dealer']} deals", file=out)
        else:
            print(f"  {_sentence(event)}", file=out)
    return len(events)


def _sentence(event: Mapping[str, Any]) -> str:
    """Write an event as `seat 2: draw, source stock`."""
    parts = [
        f"{name.replace('_', ' ')} {_plain(value)}"
        for name, value in event.items()
        if name not in ("type", "seat", "seats") and value is not None
    ]
    who = f"seat {event['seat']}: " if "seat" in event else ""
    return who + ", ".join([event["type"].replace("_", " "), *parts])


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {_plain(item)}" for name, item in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, list) for item in value)
        return (" | " if nested else " ").join(_plain(item) for item in value)
    return "-" if value is None else str(value)
