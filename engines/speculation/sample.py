"""Samples of a Speculation deal: what a seat knows of it, and a deal that agrees with that.

Nobody looks at a face-down card, so all seats know the same cards: those turned. The others are equally likely to lie
anywhere. A sealed call not yet opened is drawn too, each legal call of that seat equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_OF_TEXT, PACK_52
from engines.core.notation import parse_action
from engines.core.rng import Randomness
from engines.speculation.actions import AUCTION, BID, PASS, VERBS

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState


class Known:
    """Hold what a seat knows of the deal.

    `shown` are the cards by place in the deck, -1 where unknown; `unseen` the cards that may lie there; `actions` the
    deal's so far; `hidden` those among them that the seat does not know: index, and the chips of who made it.
    """

    def __init__(self, shown: Mapping[int, int], actions: list[int], hidden: list[tuple[int, int]]) -> None:
        self.shown = [-1] * len(PACK_52)
        for place, card in shown.items():
            self.shown[place] = card
        seen = set(shown.values())
        self.unseen = [card for card in PACK_52 if card not in seen]
        self.actions = actions
        self.hidden = hidden


def known_of_state(state: SpeculationState, seat: int) -> Known:
    """Collect what the seat knows from a state."""
    shown = {}
    for turned in state.turned:
        place = turned >> 4 & 63
        shown[place] = state.deck[place]
    moves = state.moves
    hidden = [(index, state.totals[moves[index] & 15]) for index in hidden_moves(state) if moves[index] & 15 != seat]
    return Known(shown, [move >> 4 for move in moves], hidden)


def hidden_moves(state: SpeculationState) -> range:
    """Return the indices of the sealed calls that are not yet opened."""
    moves = len(state.moves)
    return range(moves - len(state.sealed_bids) if state.phase == AUCTION else moves, moves)


def known_of_observation(observation: Mapping[str, Any]) -> Known:
    """Collect what a seat knows from its observation alone."""
    shown = {turned["place"]: CARD_OF_TEXT[turned["card"]] for turned in observation["turned"]}
    actions, hidden = [], []
    for index, (seat, text) in enumerate(observation["actions"]):
        if text is None:
            hidden.append((index, int(observation["totals"][seat])))
        actions.append(PASS if text is None else parse_action(VERBS, text))
    return Known(shown, actions, hidden)


def imagine(known: Known, rng: Randomness) -> tuple[list[int], list[int]]:
    """Deal the unseen cards at random to the unknown places; return the deck and the actions, hidden ones drawn."""
    unseen = known.unseen.copy()
    random = rng.random
    deck = known.shown.copy()
    left = len(unseen)
    for place, card in enumerate(deck):
        if card < 0:
            at = int(random() * left)
            left -= 1
            deck[place] = unseen[at]
            unseen[at] = unseen[left]
    actions = known.actions.copy()
    for index, chips in known.hidden:
        bid = int(random() * (chips + 1))
        actions[index] = BID + bid if bid else PASS
    return deck, actions
