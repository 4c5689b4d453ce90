"""The auction of a Smear deal, and naming trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import SUITS
from engines.smear.actions import BID, DISCARDING, NAMES_TRUMPS, NAMING, TRUMP, legal_calls
from engines.smear.discards import ask_to_discard, hand_out
from engines.smear.ending import finish

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def speak(state: SmearState, action: int) -> None:
    """Play a call, or the naming of trumps."""
    if action < TRUMP:
        call(state, state.turn, action - BID if action >= BID else 0)
    else:
        name_trumps(state, state.turn, action - TRUMP)


def call(state: SmearState, seat: int, bid: int) -> None:
    """Bid, or pass with 0; the maximum ends the auction, and so does the last seat's call."""
    rules = state.rules
    calls = state.calls + 1
    state.calls = calls
    if bid:
        state.bid = bid
        state.bidder = seat
    if state.told is not None:
        if bid:
            state._emit("bid", seat=seat, bid=bid)
        else:
            state._emit("pass", seat=seat)
    if calls < rules.players and state.bid < rules.max_bid:
        state.turn = turn = state.after[seat]
        state.legal_now = legal_calls(state, turn)
    elif state.bidder >= 0:
        state.phase = NAMING
        state.turn = state.bidder
        state.legal_now = NAMES_TRUMPS
    else:
        if state.told is not None:
            state._emit("all_passed")
        finish(state, [])


def name_trumps(state: SmearState, seat: int, suit: int) -> None:
    """Name the trumps; the bidder takes his stock cards, and the discards begin."""
    state.trump = suit
    state.named = state.rules.trumps[suit]
    kitty = state.rules.kitty
    if state.told is not None:
        state._emit("trump", seat=seat, suit=SUITS[suit])
        if kitty:
            state._emit("kitty", seat=seat, count=kitty)
    if kitty:
        hand_out(state, seat, state.stock[:kitty])
        state.stock = state.stock[kitty:]
    state.phase = DISCARDING
    ask_to_discard(state, 0, state.after[state.dealer])
