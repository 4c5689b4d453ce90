"""The verbs of Smear as the actions' ints, the phases of a deal, and which actions are legal in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engines.core.cards import cards_of
from engines.core.notation import VERB_SHIFT, Argument, Verb

if TYPE_CHECKING:
    from engines.smear.state import SmearState

VERBS: Final = (
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("trump", Argument.SUIT),
    Verb("discard", Argument.CARD),
    Verb("play", Argument.CARD),
    Verb("done"),
)
PASS, BID, TRUMP, DISCARD, PLAY, DONE = (index << VERB_SHIFT for index in range(len(VERBS)))

AUCTION, NAMING, DISCARDING, PLAYING, BETWEEN = "auction", "trump", "discard", "play", "between"


def legal_actions(state: SmearState, seat: int) -> Sequence[int]:
    """List the legal actions of the seat to act, ascending."""
    if state.phase == PLAYING:
        return [PLAY + card for card in cards_of(_playable(state, seat))]
    if state.phase == AUCTION:
        return _calls(state, seat)
    if state.phase == NAMING:
        return [TRUMP + suit for suit in range(4)]
    filling = is_filling(state, seat)
    actions = [DISCARD + card for card in cards_of(_discardable(state, seat, filling))]
    return [*actions, DONE] if filling else actions


def is_filling(state: SmearState, seat: int) -> bool:
    """Say whether the seat may throw up to three plain cards, to be filled up from the stock."""
    return state.rules.dealer_takes_rest and seat != state.dealer


def _calls(state: SmearState, seat: int) -> list[int]:
    rules = state.rules
    is_dealer = rules.dealer_plays and seat == state.dealer
    if is_dealer and not state.bid and rules.all_pass == "forced_dealer":
        return [BID + rules.min_bid]
    lowest = max(rules.min_bid, state.bid + 1)
    if is_dealer and state.bid and rules.may_steal:
        lowest = state.bid
    return [PASS, *range(BID + lowest, BID + rules.max_bid + 1)]


def _discardable(state: SmearState, seat: int, filling: bool) -> int:
    hand = state.hands[seat]
    if state.rules.refill:
        return hand
    trumps = state.rules.trumps[state.trump]
    plain = hand & ~trumps.mask
    if plain or filling:
        # Down to six with k trumps exactly max(0, k - 6) trumps go, so plain cards while there are any.
        return plain
    unprotected = hand & ~trumps.protected
    return unprotected if unprotected and state.rules.protect else hand


def _playable(state: SmearState, seat: int) -> int:
    hand = state.hands[seat]
    if not state.trick:
        return hand
    trumps = state.rules.trumps[state.trump]
    following = hand & trumps.follow[state.trick[0][1]]
    if not following:
        return hand
    return following | (hand & trumps.mask) if state.rules.may_trump else following
