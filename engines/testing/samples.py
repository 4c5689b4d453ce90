"""Checks of imagined states: a sample, or a state rebuilt from an observation, is what the seat knows and no more."""

from typing import Final

from engines.core.game import Game
from engines.core.registry import from_observation
from engines.core.rng import Stream
from engines.core.state import State
from engines.testing.base import fingerprint, looks, require

PLAYED_ON: Final = 20  # actions played on from an imagined state
SAMPLES: Final = 8  # of an honest sampler, not all of so many show the truth


def check_samples(game: Game, seed: str | bytes, every: int = 5) -> int:
    """Check samples and rebuilt states of every seat in one random game; return how many were checked."""
    checked = 0
    rng = Stream(seed, "conformance-sample")
    for number, state in looks(game, seed, every):
        if not state.in_deal:
            continue
        before = fingerprint(state)
        for seat in range(game.players):
            if not number and game.hidden_information:
                decks = {state.sample(seat, rng).deck for _ in range(SAMPLES)}
                require(decks != {state.deck}, f"every sample for seat {seat} holds the deck as it lies")
            where = f"after {number} actions, for seat {seat}"
            rebuilt = from_observation(game, state.observation(seat), rng)
            _check_imagined(state, rebuilt, seat, f"a state rebuilt from the observation {where}")
            _check_imagined(state, state.sample(seat, rng), seat, f"a sample {where}")
            checked += 2
        require(fingerprint(state) == before, "sampling, or playing on samples, has changed the original")
    return checked


def _check_imagined(state: State, imagined: State, seat: int, what: str) -> None:
    game = state.game
    require(imagined.observation(seat) == state.observation(seat), f"{what} looks different to the seat itself")
    require(imagined.current_player == state.current_player, f"{what} has another seat to act")
    require(
        [move & 15 for move in imagined.moves] == [move & 15 for move in state.moves], f"{what} took another course"
    )
    if state.current_player == seat:
        require(imagined.legal() == state.legal(), f"{what} has other legal actions")
    require(sorted(imagined.deck) == sorted(game.pack), f"{what} has no deck of the pack")
    if not state.deals_done:  # later its history begins with the present deal
        require(imagined.events_for(seat) == state.events_for(seat), f"{what} tells the seat another story")
    for _ in range(PLAYED_ON):
        broken = imagined.broken_invariants()
        require(not broken, f"{what} is broken: {broken}")
        if imagined.is_over:
            return
        imagined.apply(imagined.legal_actions()[0])
