"""Play random games with random options and check every invariant, until all games have had their share.

    python -m ops.fuzz [--decisions 1000000] [--minutes 10] [--seed TEXT] [--processes N] [--game ID ...]

Prints the seed first: the same seed plays the same games. Some records are replayed on the way.
The exit status is 1 at the first fault, with all that is needed to see it again.
"""

import argparse
import multiprocessing
import os
import secrets
import sys
import time
from typing import Final

import engines
from engines.core.errors import BadOption, EngineError
from engines.core.game import Game
from engines.core.options import Choice, Flag, Integer, Option, OptionValue
from engines.core.rng import Stream, seed_from_text
from engines.core.state import State
from engines.testing import check_tight

#: Games are short in deals, so that many options are tried.
MOST_DEALS: Final = 12
#: Every so many games the costly checks are made too.
THOROUGH_EVERY: Final = 40
#: Invariants are checked after every deal, and after every so many actions.
CHECK_EVERY: Final = 3


def random_option(option: Option, stream: Stream) -> OptionValue:
    """Draw a value that the option takes, small numbers rather than large ones."""
    if isinstance(option, Flag):
        return stream.below(2) == 1
    if isinstance(option, Choice):
        return stream.choice(option.words)
    if isinstance(option, Integer):
        if option.words and stream.below(2):
            return stream.choice(option.words)
        high = min(option.high, option.low + 60)
        if option.name in ("max_deals", "deals"):
            return max(option.low, 1) + stream.below(MOST_DEALS)
        return option.low + stream.below(high - option.low + 1)
    return stream.choice((1, 1.5, 2, 2.5, 3))


def random_game(game_id: str, stream: Stream) -> Game:
    """Make the game with players and about a third of the options drawn; draw again what does not go together."""
    spec = engines.game_spec(game_id)
    while True:
        players = spec.min_players + stream.below(spec.max_players - spec.min_players + 1)
        options = {
            option.name: random_option(option, stream)
            for option in spec.options
            if option.name in ("max_deals", "deals") or not stream.below(3)
        }
        try:
            return engines.make_game(game_id, players, options)
        except BadOption:
            continue


def play(game_id: str, seed: str, number: int, thorough: bool) -> int:
    """Play one game; return its decisions. Raises EngineError with the game's facts at a fault."""
    stream = Stream(seed, f"fuzz-{game_id}", number)
    game = random_game(game_id, stream)
    state = game.new_state(f"{number:08x}" + seed[:56])
    count = checked_deals = 0
    while True:
        if count % CHECK_EVERY == 0 or state.deals_done != checked_deals:
            checked_deals = state.deals_done
            broken = state.broken_invariants()
            if broken:
                raise EngineError(f"{game.ruleset}, game {number}, after {count} actions: {'; '.join(broken)}")
        if state.is_over:
            break
        legal = state.legal_actions()
        state.apply(legal[stream.below(len(legal))])
        count += 1
    if thorough:
        _look_closely(game, state, number)
    return count


def _look_closely(game: Game, state: State, number: int) -> None:
    """Replay the game's record, and permute hidden cards: raises EngineError, or NonConformance if a seat sees more."""
    if game.from_record(state.record()).totals != state.totals:
        raise EngineError(f"{game.ruleset}, game {number}: its record replays to other totals")
    check_tight(game, f"{number:032x}", points=1)


def fuzz(game_id: str, seed: str, decisions: int, until: float) -> tuple[str, int, str]:
    """Play one game id until its decisions are made or the time is up; return it, the count, and the fault if any."""
    done = number = 0
    while done < decisions and time.time() < until:
        try:
            done += play(game_id, seed, number, number % THOROUGH_EVERY == 0)
        except Exception as error:  # noqa: BLE001  # any fault of an engine is what is looked for
            return game_id, done, f"{type(error).__name__}: {error} (game {number})"
        number += 1
    return game_id, done, ""


def main() -> int:
    """Share the games among processes, and tell how they went."""
    parser = argparse.ArgumentParser(prog="python -m ops.fuzz", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of each game id")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="", help="any text; default: drawn, and printed")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", action="append", choices=engines.game_ids(), help="only these; may be repeated")
    given = parser.parse_args()
    seed = seed_from_text(given.seed or secrets.token_hex(16))
    print(f"seed {seed}", flush=True)
    until, failed, short = time.time() + 60 * given.minutes, False, False
    tasks = [(game_id, seed, given.decisions, until) for game_id in given.game or engines.game_ids()]
    with multiprocessing.Pool(given.processes) as pool:
        for result in [pool.apply_async(fuzz, task) for task in tasks]:
            game_id, done, fault = result.get(timeout=60 * given.minutes + 120)
            failed, short = failed or bool(fault), short or done < given.decisions
            print(f"{game_id:<24} {done:>10,} decisions  {fault or 'no invariant broken'}", flush=True)
    if short and not failed:
        print(f"the {given.minutes:g} minutes were over before all had their {given.decisions:,} decisions")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
