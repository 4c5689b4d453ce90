"""The command line of the engines: list and describe games, replay, play, check."""

import argparse
import importlib
import io
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TextIO

import engines
from engines.core.errors import BadOption, EngineError
from engines.core.reading import read_records
from engines.core.record import summary
from engines.core.rng import seed_from_text
from engines.core.state import State
from engines.describe import describe
from engines.terminal.session import Session
from engines.testing import NonConformance, check_game

EXIT_OK: Final = 0
EXIT_FAULTY: Final = 1  # a game that does not conform
EXIT_BAD: Final = 2  # an illegal record, or input that cannot be read


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    parsed = _parser().parse_args(arguments)
    if sys.stdout is None:
        print("engines: there is no standard output to write to", file=sys.stderr)
        return EXIT_BAD
    try:
        status = int(parsed.run(parsed, sys.stdout))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Who reads the output has enough of it. Python would complain once more, when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except (EngineError, OSError) as error:
        text = str(error)
        if isinstance(error, OSError) and error.filename is not None:
            text = f"{error.filename}: {error.strerror}"
        print(f"engines: {' '.join(text.split())}", file=sys.stderr)
        return EXIT_BAD


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engines", description="The rules of the card games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = commands.add_parser("games", help="list the games with their seats")
    games.set_defaults(run=_games)
    described = commands.add_parser("describe", help="print a game's actions, options and observation fields")
    described.add_argument("game", help="a game id, as `games` lists them")
    described.set_defaults(run=_describe)
    replay = commands.add_parser("replay", help="replay a record and print its results as JSON")
    replay.add_argument("file", help="a record, or the record of a match's block, gzipped or not; - for standard input")
    replay.add_argument("--check", action="store_true", help="check the game's invariants at the end")
    replay.set_defaults(run=_replay)
    _add_conformance(commands.add_parser("conformance", help="run the conformance suite over a game"))
    _add_play(commands.add_parser("play", help="play a game: people, bots, the other seats at random"))
    return parser


def _add_conformance(conformance: argparse.ArgumentParser) -> None:
    conformance.description = "Run every check of engines.testing over a game; status 1 where it fails one."
    conformance.add_argument("game", help="a game id, or MODULE:NAME of a GameSpec, or of several, to be imported")
    conformance.add_argument("--players", type=int, help="how many players (default: every number that the game takes)")
    conformance.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    conformance.add_argument("--seeds", type=_at_least_one, default=2, metavar="N", help="how many games (default: 2)")
    conformance.set_defaults(run=_conformance)


def _at_least_one(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:7]) < 1_000_000):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from 1 to 999999")
    return int(text)


def _add_play(play: argparse.ArgumentParser) -> None:
    play.description = (
        "Play a game in the terminal. Seats that are neither a person's nor a bot's play at random. "
        "A bot is run as it is, without a sandbox: give bots that you trust."
    )
    play.add_argument("game", help="a game id, as `games` lists them")
    play.add_argument("--seed", help="any text; hex of 128 bits or more is taken as it is (with --human: new cards)")
    play.add_argument("--human", type=int, action="append", default=[], metavar="SEAT", help="may be repeated")
    play.add_argument(
        "--bot",
        type=_seat_and_path,
        action="append",
        default=[],
        metavar="SEAT=PATH",
        help="a Python file or folder that speaks the bot protocol; may be repeated",
    )
    play.add_argument("--players", type=int, help="how many players (default: the game's)")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option; may be repeated")
    play.add_argument("--record", action="store_true", help="print the record as JSON instead")
    play.add_argument("--save", metavar="FILE", help="write the record to a file, also of a game left unfinished")
    play.add_argument("--check", action="store_true", help="check the game's invariants after every action")
    play.set_defaults(run=_play)


def _games(_: argparse.Namespace, out: TextIO) -> int:
    ids = engines.game_ids()
    width = max(map(len, ids))
    for game_id in ids:
        spec = engines.game_spec(game_id)
        few, many = spec.min_players, spec.max_players
        seats = f"{few} players" if few == many else f"{few} to {many} players"
        print(f"{game_id:<{width}}  {seats:<16} {spec.title}", file=out)
    return EXIT_OK


def _describe(parsed: argparse.Namespace, out: TextIO) -> int:
    print("\n".join(describe(engines.game_spec(parsed.game))), file=out)
    return EXIT_OK


def _replay(parsed: argparse.Namespace, out: TextIO) -> int:
    records = read_records(_read(parsed.file), parsed.file)
    for number, record in enumerate(records):
        try:
            state = engines.replay(record)
            if parsed.check:
                _refuse_broken(state)
        except EngineError as error:
            if len(records) == 1:
                raise
            raise EngineError(f"game {number} of the block: {error}") from None
        print(json.dumps(summary(state)), file=out)
    return EXIT_OK


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def _conformance(parsed: argparse.Namespace, out: TextIO) -> int:
    seeds = [f"{number + 1:032x}" for number in range(parsed.seeds)]
    for spec in _specs(parsed.game):
        options = _read_options(spec, parsed.option)
        tables = range(spec.min_players, spec.max_players + 1) if parsed.players is None else [parsed.players]
        for players in tables:
            game = spec.make(players, options)
            try:
                report = check_game(game, seeds)
            except NonConformance as fault:
                print(f"{game.ruleset}: {fault}", file=out)
                return EXIT_FAULTY
            counts = ", ".join(f"{count} {name}" for name, count in vars(report).items())
            print(f"{game.ruleset}: conforms ({counts})", file=out)
    return EXIT_OK


def _specs(name: str) -> Sequence[engines.GameSpec]:
    """Find the games of an id, or of MODULE:NAME."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return [engines.game_spec(name)]
    sys.path.insert(0, "")  # the module of somebody who works in this folder
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise EngineError(f"{name} cannot be imported: {error}") from None
    specs = [found] if isinstance(found, engines.GameSpec) else found
    if not isinstance(specs, Sequence) or not all(isinstance(spec, engines.GameSpec) for spec in specs):
        raise EngineError(f"{name} is no GameSpec and no sequence of them")
    return specs


def _play(parsed: argparse.Namespace, out: TextIO) -> int:
    if parsed.record and parsed.human:
        raise EngineError("--record prints nothing but the record; to keep that of a game you play, add --save FILE")
    spec = engines.game_spec(parsed.game)
    game = spec.make(parsed.players, _read_options(spec, parsed.option))
    if parsed.seed is None and not parsed.human:
        raise EngineError("--seed TEXT is needed where nobody plays (--human SEAT)")
    if parsed.save is not None:
        open(parsed.save, "a", encoding="utf-8").close()  # a game is too long to be lost to a wrong path
    seed = secrets.token_hex(16) if parsed.seed is None else seed_from_text(parsed.seed)
    session = Session(game, seed, parsed.human, _once(parsed.bot))
    state = session.run(sys.stdin, io.StringIO() if parsed.record else out, parsed.check)
    if parsed.record:
        print(json.dumps(state.record()), file=out)
    if parsed.save is not None:
        with open(parsed.save, "w", encoding="utf-8") as file:
            json.dump(state.record(), file)
            file.write("\n")
    return EXIT_OK


def _seat_and_path(text: str) -> tuple[int, Path]:
    seat, equals, path = text.partition("=")
    if not (seat.isascii() and seat.isdigit() and equals and path):
        raise argparse.ArgumentTypeError(f"{text!r} is not written SEAT=PATH")
    return int(seat), Path(path)


def _once(bots: Sequence[tuple[int, Path]]) -> dict[int, Path]:
    by_seat = dict(bots)
    if len(by_seat) < len(bots):
        raise EngineError("two bots have one seat; give each --bot a seat of its own")
    return by_seat


def _read_options(spec: engines.GameSpec, pairs: Sequence[str]) -> dict[str, object]:
    by_name = {option.name: option for option in spec.options}
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise BadOption(pair, "write it as NAME=VALUE")
        if name not in by_name:
            raise BadOption(name, f"the game has no such option; it has: {', '.join(by_name)}")
        if name in options:
            raise BadOption(name, "it is given twice")
        options[name] = by_name[name].from_text(text)
    return options


def _refuse_broken(state: State) -> None:
    broken = state.broken_invariants()
    if broken:
        raise EngineError(f"invariants that do not hold: {'; '.join(broken)}")
