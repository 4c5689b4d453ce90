"""The trades of unseen cards before each card is turned (rule 6 of the game's page)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.notation import offer_parts
from engines.speculation.actions import ANSWER, OFFER_ANSWERS, TRADE, legal_offers
from engines.speculation.deals import end_deal

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState


def ask_trader(state: SpeculationState, seat: int) -> None:
    """Ask a seat for its first offer before this card."""
    state.offers = 0
    ask_again(state, seat)


def ask_again(state: SpeculationState, seat: int) -> None:
    """Ask a seat for an offer or a pass; its offers come in a row (Sp10)."""
    state.phase = TRADE
    state.turn = seat
    state.legal_now = legal_offers(seat, state.totals[seat], state.stacks)


def ask_next_trader(state: SpeculationState, seat: int) -> None:
    """Ask the next seat for its offers; after the last the card is turned, by whoever now has one (Sp11)."""
    seat = state.after[seat]
    if seat != state.to_turn:
        ask_trader(state, seat)
        return
    seat = state.turner(seat)
    if not state.turn_card(seat):
        state.turn_on(state.after[seat])


def make_offer(state: SpeculationState, seat: int, action: int) -> None:
    """Ask the owner of the cards to answer an offer at once."""
    owner, count, price = offer_parts(action)
    if state.told is not None:
        state._emit("offer", seat=seat, owner=owner, count=count, chips=price)
    state.offer = action
    state.offerer = seat
    state.offers += 1
    state.phase = ANSWER
    state.turn = owner
    state.legal_now = OFFER_ANSWERS


def answer_offer(state: SpeculationState, seat: int, accepts: bool) -> None:
    """Move chips and cards if the offer is accepted; then the buyer goes on, or the next seat."""
    buyer = state.offerer
    if state.told is not None:
        state._emit("accept" if accepts else "refuse", seat=seat)
    if accepts:
        _, count, price = offer_parts(state.offer)
        stack = state.stacks[seat]
        state.stacks[seat] = stack[:-count]
        state.stacks[buyer] = stack[-count:] + state.stacks[buyer]  # in their order, under the buyer's (Sp14)
        state.totals[seat] += price
        state.totals[buyer] -= price
        if state.turner(buyer) < 0:
            end_deal(state)  # the owner has bought the last of them (Sp12)
            return
    if state.offers < state.rules.offers:
        ask_again(state, buyer)
    else:
        ask_next_trader(state, buyer)
