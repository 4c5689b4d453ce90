"""Checks of what a seat sees: nothing hidden, and all of it as its schema says."""

import json
import re
from collections.abc import Callable
from typing import Final

from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, texts
from engines.core.errors import RecordError
from engines.core.game import Game
from engines.core.rng import Stream
from engines.core.state import State
from engines.testing.base import looks, random_states, require
from engines.testing.schema import faults

_CARD: Final = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")

#: Which cards of the present deal a seat may know.
Seen = Callable[[State, int], set[int]]


def cards_in_events(state: State, seat: int) -> set[int]:
    """Collect the cards of the present deal that the seat has been told of, from its events."""
    start = max(index for index, event in enumerate(state.events) if event["type"] == "deal")
    return {CARD_OF_TEXT[text] for text in _CARD.findall(repr(state.events_for(seat, start)))}


def check_tight(game: Game, seed: str | bytes, seen: Seen = cards_in_events, points: int = 4) -> int:
    """Permute the cards a seat cannot know and check that nothing it sees changes; return how many were compared.

    `seen` says which cards of the present deal the seat may know. A permutation under which the same public course of
    play is impossible proves nothing and is passed over.
    """
    compared = 0
    choices = Stream(seed, "conformance-tight")
    for state in random_states(game, seed):
        if state.is_over or compared >= points * game.players:
            break
        if choices.below(8):
            continue
        for seat in range(game.players):
            other = _permuted(state, seen(state, seat) | game.proved_cards(state), choices)
            if other is None or not other.in_deal:
                continue
            compared += 1
            require(other.observation(seat) == state.observation(seat), f"seat {seat} sees hidden cards")
            require(other.events_for(seat) == state.events_for(seat), f"seat {seat} is told of hidden cards")
            if state.current_player == seat:
                require(other.legal() == state.legal(), f"the legal actions of seat {seat} depend on hidden cards")
    return compared


def _permuted(state: State, seen: set[int], choices: Stream) -> State | None:
    """Replay the present deal with the unseen cards permuted, in the deck and in hidden actions alike."""
    hidden = [card for card in state.deck if card not in seen]
    to = dict(zip(hidden, choices.shuffled(hidden), strict=True))
    record = state.record()
    deal = record["deals"][-1]
    deal["deck"] = " ".join(texts(to.get(card, card) for card in state.deck))
    deal["actions"] = [_CARD.sub(lambda found: _mapped(found[0], to), text) for text in deal["actions"]]
    try:
        return state.game.from_record(record)
    except RecordError:
        return None


def _mapped(text: str, to: dict[int, int]) -> str:
    card = CARD_OF_TEXT[text]
    return CARD_TEXT[to.get(card, card)]


def check_schema(game: Game, seed: str | bytes, every: int = 5) -> int:
    """Check observations of all seats against the game's JSON Schema; return how many were checked."""
    schema = game.observation_schema()
    states = [game.empty_state()]
    checked = 0
    for _, state in looks(game, seed, every):
        for looked in [*states, state]:
            for seat in range(game.players):
                seen = looked.observation(seat)
                found = faults(schema, seen)
                require(not found, f"the observation of seat {seat} is not what its schema says: {found[:3]}")
                require(json.loads(json.dumps(seen)) == seen, f"the observation of seat {seat} is not plain JSON")
                checked += 1
        states = []
    return checked
