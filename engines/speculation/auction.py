"""The sale of a face-up trump that has become the highest (rule 4 of the game's page), open or sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import CARD_TEXT
from engines.speculation.actions import AUCTION, SALE, SALE_ANSWERS, legal_bids

if TYPE_CHECKING:
    from engines.speculation.state import SpeculationState


def open_sale(state: SpeculationState) -> None:
    """Put the highest trump up for sale, from the owner's left; every other seat in the deal is asked (Sp8)."""
    owner = state.owner
    waiting = 0
    for seat in state.seats:
        if seat != owner:
            waiting |= 1 << seat
    state.waiting = waiting
    state.bid = 0
    state.bidder = -1
    state.sealed_bids = []
    state.phase = AUCTION
    if state.told is not None:
        state._emit("auction", seat=owner, card=CARD_TEXT[state.highest])
    ask_call(state, state.after[owner])


def ask_call(state: SpeculationState, seat: int) -> None:
    """Ask a seat for a bid above the standing one (there is none while bids are sealed), or a pass."""
    state.turn = seat
    state.legal_now = legal_bids(state.bid + 1, state.totals[seat])


def call(state: SpeculationState, seat: int, bid: int) -> None:
    """Take an open bid, or a pass (0), which is for good; ask the next until all but the bidder have passed."""
    if bid:
        state.bid = bid
        state.bidder = seat
    else:
        state.waiting ^= 1 << seat
    if state.told is not None:
        if bid:
            state._emit("bid", seat=seat, bid=bid)
        else:
            state._emit("pass", seat=seat)
    rivals = state.waiting
    if state.bidder >= 0:
        rivals ^= 1 << state.bidder
    if not rivals:
        close_auction(state)
        return
    seat = state.after[seat]
    while not rivals >> seat & 1:
        seat = state.after[seat]
    ask_call(state, seat)


def call_sealed(state: SpeculationState, seat: int, bid: int) -> None:
    """Lay a call away; when all are in they are opened together, the highest wins, level the earlier (Sp9)."""
    state.sealed_bids.append(bid)
    state.waiting ^= 1 << seat
    if state.told is not None:
        state._emit("sealed", seat=seat)
        state._emit("own_call", seats=(seat,), seat=seat, bid=bid or None)
    if state.waiting:
        ask_call(state, state.after[seat])
        return
    seat = state.owner
    calls = []
    for bid in state.sealed_bids:
        seat = state.after[seat]
        calls.append([seat, bid or None])
        if bid > state.bid:
            state.bid = bid
            state.bidder = seat
    if state.told is not None:
        state._emit("opened", calls=calls)
    close_auction(state)


def close_auction(state: SpeculationState) -> None:
    """Ask the owner whether to sell, if there is a bid."""
    if state.bidder < 0:
        state.turn_on_after_sale()
        return
    state.phase = SALE
    state.turn = state.owner
    state.legal_now = SALE_ANSWERS


def answer_bid(state: SpeculationState, seat: int, sells: bool) -> None:
    """Sell the card, for chips that go to the owner, or keep it; then cards are turned."""
    buyer = state.bidder
    if state.told is not None:
        if sells:
            state._emit("sell", seat=seat, buyer=buyer, chips=state.bid, card=CARD_TEXT[state.highest])
        else:
            state._emit("keep", seat=seat)
    if sells:
        place = state.turned[-1] >> 4 & 63
        state.face_up[seat] = tuple([other for other in state.face_up[seat] if other != place])
        state.face_up[buyer] = (*state.face_up[buyer], place)
        state.totals[seat] += state.bid
        state.totals[buyer] -= state.bid
        state.owner = buyer
    state.turn_on_after_sale()
