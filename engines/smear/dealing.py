"""How a Smear deal begins, and how one that a seat has seen is dealt again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.core.cards import cards_of, mask_of, texts
from engines.core.rng import Randomness
from engines.smear.actions import AUCTION, legal_calls
from engines.smear.known import known_of_observation
from engines.smear.sample import imagine
from engines.smear.sample_plan import Plan

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def deal(state: SmearState) -> None:
    """Hand out the deck, and open the auction at the dealer's left."""
    rules, deck = state.rules, state.deck
    seats, dealt = rules.players, rules.dealt
    if state.first_dealer < 0:
        state.first_dealer = state.dealer
    state.calls = state.bid = 0
    state.bidder = state.trump = -1
    state.taken = [0] * rules.sides
    state.winners = []
    state.shown = None
    state.lead = state.first_play = -1
    hands = [0] * seats
    end = seats * dealt
    seat = state.dealer
    for place in range(seats):
        seat = state.after[seat]
        hands[seat] = mask_of(deck[place:end:seats])
    state.hands = hands
    state.stock = deck[end:]
    if state.told is not None:
        for seat in range(seats):
            state._emit("hand", seats=(seat,), seat=seat, cards=texts(cards_of(hands[seat])))
    state.phase = AUCTION
    state.turn = state.after[state.dealer]
    state.legal_now = legal_calls(state, state.turn)


def dealer_after(state: SmearState) -> int:
    """Return who deals next: the left-hand neighbour, after all have passed by option the same, or an outsider."""
    rules, dealer = state.rules, state.dealer
    if dealer < 0 or not rules.dealer_plays:
        return rules.players - 1
    if state.bidder < 0 and rules.all_pass == "redeal":
        return dealer
    return state.after[dealer]


def deal_seen(state: SmearState, seen: Mapping[str, Any], rng: Randomness) -> None:
    """Bring a fresh state to where an observation was made, its hidden cards drawn as for a sample."""
    state.totals = list(seen["totals"])
    state.sets = tuple(seen["sets"])
    if seen["dealer"] is not None:
        state.deals_done = state.first_deal = int(seen["deal"])
        state.first_dealer = int(seen["first_dealer"])
        deck, course = imagine(Plan(known_of_observation(state.rules, seen)), rng)
        state._play_imagined(int(seen["dealer"]), deck, None, course)
    state._go_on_imagined(rng)
