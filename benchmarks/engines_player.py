"""Play for the engines benchmark: one process, asked over standard input for slices of one thing."""

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Task = Callable[[], int]


def our_tasks(game_id: str) -> dict[str, Task]:
    """Return what can be measured of one of our games; each call does some of it and returns how many times."""
    import engines

    game = engines.make_game(game_id)
    chance = random.Random(1)
    random_ = chance.random
    starts = [game.new_state(chance.randbytes(16)) for _ in range(20)]
    for state in starts:
        state.seed = None  # the deal alone: no other follows
    middles = [_middle(game, chance) for _ in range(20)]

    def with_the_deal() -> int:
        state, count = game.new_state(chance.randbytes(16)), 0
        while count < 300 and not state.is_over:
            legal = state.legal_actions()
            state.apply(legal[int(random_() * len(legal))])
            count += 1
        return count

    def without() -> int:
        state, count = starts[int(random_() * 20)].clone(), 0
        while state.in_deal:
            legal = state.legal_actions()
            state.apply(legal[int(random_() * len(legal))])
            count += 1
        return count

    def clone() -> int:
        for state in starts:
            state.clone()
        return 20

    def observation() -> int:
        for state in middles:
            state.observation_json(state.turn)
        return 20

    def sample() -> int:
        state = middles[int(random_() * 20)]
        for _ in range(10):
            state.sample(state.turn, chance)
        return 10

    return {
        "with the deal": with_the_deal,
        "without": without,
        "clone": clone,
        "observation": observation,
        "sample": sample,
    }


def _middle(game: Any, chance: random.Random) -> Any:
    """Play at random to the middle of a first deal."""
    while True:
        seed = chance.randbytes(16)
        whole, count = game.new_state(seed), 0
        whole.seed = None
        choices = []
        while whole.in_deal:
            legal = whole.legal_actions()
            choices.append(legal[int(chance.random() * len(legal))])
            whole.apply(choices[-1])
            count += 1
        state = game.new_state(seed)
        for action in choices[: count // 2]:
            state.apply(action)
        if state.in_deal and count > 1:
            return state


def openspiel_tasks(name: str) -> dict[str, Task]:
    """Return what can be measured of one of OpenSpiel's games."""
    import pyspiel

    game = pyspiel.load_game(name)
    random_ = random.Random(1).random

    def dealt() -> Any:
        state = game.new_initial_state()
        while state.is_chance_node():
            legal = state.legal_actions()
            state.apply_action(legal[int(random_() * len(legal))])
        return state

    starts = [dealt() for _ in range(20)]

    def with_the_deal() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                count += 1
            state.apply_action(legal[int(random_() * len(legal))])
        return count

    def without() -> int:
        state, count = starts[int(random_() * 20)].clone(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random_() * len(legal))])
            count += 1
        return count

    def clone() -> int:
        for state in starts:
            state.clone()
        return 20

    return {"with the deal": with_the_deal, "without": without, "clone": clone}


def main() -> None:
    """Answer slices until the input ends."""
    make = openspiel_tasks if sys.argv[1] == "openspiel" else our_tasks
    known: dict[str, dict[str, Task]] = {}
    for line in sys.stdin:
        game, what, seconds = json.loads(line)
        if game not in known:
            known[game] = make(game)
        task, count = known[game][what], 0
        start = time.process_time()
        end = start + seconds
        while time.process_time() < end:
            count += task()
        print(count / (time.process_time() - start), flush=True)


if __name__ == "__main__":
    main()
