"""How a Smear deal begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import cards_of, mask_of, texts
from engines.smear.actions import AUCTION, legal_calls

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
    state.kitty = ()
    state.taken = [0] * seats
    state.tricks = ()
    state.lead = -1
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
    state.turn = state.seat_at(0)
    state.legal_now = legal_calls(state, state.turn)
