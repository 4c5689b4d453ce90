"""What all checks stand on: the fault they raise, random games, and what can be seen of a state."""

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, Final

from engines.core.game import Game
from engines.core.record import summary
from engines.core.rng import Stream
from engines.core.state import State

MAX_ACTIONS: Final = 200_000  # far above any game: a game that plays more does not end
MAX_LOOKS: Final = 25  # looks at one game: a look compares the whole history, and games may be long


class NonConformance(AssertionError):
    """Report what a game does that no game may do."""


def require(holds: bool, message: str) -> None:
    """Raise NonConformance unless what is required holds."""
    if not holds:
        raise NonConformance(message)


def random_states(game: Game, seed: str | bytes) -> Iterator[State]:
    """Play a random game; yield its one state before every action and at the end."""
    state = game.new_state(seed)
    choices = Stream(seed, "conformance-play")
    for _ in range(MAX_ACTIONS):
        yield state
        if state.is_over:
            return
        state.apply(state.random_action(choices))
    raise NonConformance(f"{game.ruleset} is not over after {MAX_ACTIONS} actions")


def looks(game: Game, seed: str | bytes, every: int) -> Iterator[tuple[int, State]]:
    """Play a random game; yield number and state at every so many actions, up to MAX_LOOKS times or the end."""
    for number, state in enumerate(random_states(game, seed)):
        if number > every * MAX_LOOKS:
            return
        if number % every == 0 or state.is_over:
            yield number, state


def fingerprint(state: State) -> dict[str, Any]:
    """Return all that can be seen of a state from outside, for comparing."""
    return {
        "record": state.record(),
        "summary": summary(state),
        "events": [dict(event) for event in state.events],
        "observations": [state.observation(seat) for seat in range(state.game.players)],
    }


def size_of(legal: list[str]) -> int:
    """Count compact legal actions without writing them out."""
    ranges = [re.findall(r"(\d+)\.\.(\d+)", text) for text in legal]
    return sum(prod(int(high) - int(low) + 1 for low, high in found) for found in ranges)


def expand(legal: list[str]) -> set[str]:
    """Write out the ranges of compact legal actions."""
    return {" ".join(words) for text in legal for words in product(*map(_values, text.split(" ")))}


def _values(word: str) -> list[str]:
    low, dots, high = word.partition("..")
    return [str(number) for number in range(int(low), int(high) + 1)] if dots else [word]
