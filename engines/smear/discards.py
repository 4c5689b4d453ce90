"""Discards, kitties and refills: how the hands of a Smear deal come to six cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.cards import BIT, CARD_TEXT, mask_of, texts
from engines.core.history import SEAT_BITS
from engines.smear.actions import CARD_BITS, DISCARDS, DONE, legal_discards
from engines.smear.rules import HAND, REFILL
from engines.smear.tricks import open_play

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def ask_to_discard(state: SmearState, place: int, seat: int) -> None:
    """Turn to the next seat from this one on that has cards to discard; when none has, go on to the play.

    `place` is how many seats are between it and the dealer's left-hand neighbour, who begins.
    """
    rules = state.rules
    while place < rules.players:
        due = _due_before_refills(state, seat) if rules.refills else state.hands[seat].bit_count() - HAND
        if due > 0:
            state.discard_place = place
            state.to_discard = due
            state.turn = seat
            offer_discards(state)
            return
        place += 1
        seat = state.after[seat]
    if rules.refill:
        for _ in range(rules.players):  # all have been asked: it is the turn of the dealer's left again
            _draw(state, seat, REFILL)
            seat = state.after[seat]
    open_play(state)


def offer_discards(state: SmearState) -> None:
    """Lay out what the seat to act may discard."""
    legal = legal_discards(state, state.turn)
    state.throws = list(legal)
    state.legal_now = legal


def _due_before_refills(state: SmearState, seat: int) -> int:
    """Return how many cards a seat discards, or may, where cards come back; the hands are filled before the dealer."""
    if state.rules.dealer_takes_rest and seat == state.dealer:
        _fill_hands(state)
        return state.hands[seat].bit_count() - HAND
    return REFILL


def discard(state: SmearState, action: int) -> None:
    """Lay a card away, seen by nobody else, or be done; refuse what is not legal."""
    seat, throws = state.turn, state.throws
    try:
        card = action & CARD_BITS
        throws.remove(action)
    except (TypeError, ValueError):
        raise state._refusal(action) from None
    left = state.to_discard - 1
    if action == DONE:
        left = 0
        state.moves.append(DONE << SEAT_BITS | seat)
        if state.told is not None:
            state._emit("done", seat=seat)
    else:
        state.moves.append(DISCARDS[seat][card])
        hands = state.hands
        hands[seat] = hands[seat] ^ BIT[card]
        if state.told is not None:
            state._emit("discard", seat=seat)
            state._emit("discarded", seats=(seat,), seat=seat, card=CARD_TEXT[card])
    state.to_discard = left
    if not left:
        ask_to_discard(state, state.discard_place + 1, state.after[seat])
    elif throws:
        state.legal_now = tuple(throws)
    else:  # those that had to go first are gone: the next kind goes
        offer_discards(state)


def hand_out(state: SmearState, seat: int, cards: Sequence[int]) -> None:
    """Give stock cards to a seat, which alone sees them."""
    state.hands[seat] |= mask_of(cards)
    if state.told is not None:
        state._emit("cards", seats=(seat,), seat=seat, cards=texts(cards))


def _fill_hands(state: SmearState) -> None:
    """Fill all hands but the dealer's to six, in order; the dealer takes the rest."""
    seat = state.dealer
    for _ in range(state.rules.players - 1):
        seat = state.after[seat]
        _draw(state, seat, HAND - state.hands[seat].bit_count())
    _draw(state, state.dealer, len(state.stock))


def _draw(state: SmearState, seat: int, count: int) -> None:
    cards = state.stock[:count]
    state.stock = state.stock[count:]
    if cards:
        if state.told is not None:
            state._emit("refill", seat=seat, count=len(cards))
        hand_out(state, seat, cards)
