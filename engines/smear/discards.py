"""Discards, kitties and refills: how the hands of a Smear deal come to six cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.cards import CARD_TEXT, mask_of, texts
from engines.smear.actions import DISCARD, legal_discards
from engines.smear.rules import HAND, REFILL
from engines.smear.tricks import open_play

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def ask_to_discard(state: SmearState, place: int) -> None:
    """Turn to the next seat from this place on that has cards to discard; when none has, go on to the play."""
    rules = state.rules
    for place_now in range(place, rules.players):
        seat = state.seat_at(place_now)
        state.discard_place = place_now
        if rules.dealer_takes_rest and seat == state.dealer:
            _fill_hands(state)
        if rules.refill or state.is_filling(seat):
            state.to_discard = REFILL
        else:
            state.to_discard = state.hands[seat].bit_count() - HAND
        if state.to_discard > 0:
            state.turn = seat
            state.legal_now = legal_discards(state, seat)
            return
    if rules.refill:
        for place_now in range(rules.players):
            _draw(state, state.seat_at(place_now), REFILL)
    open_play(state)


def discard(state: SmearState, seat: int, action: int) -> None:
    """Lay a card away, seen by nobody else."""
    state.hands[seat] ^= 1 << (action - DISCARD)
    state.to_discard -= 1
    if state.told is not None:
        state._emit("discard", seat=seat)
        state._emit("discarded", seats=(seat,), seat=seat, card=CARD_TEXT[action - DISCARD])
    if not state.to_discard:
        ask_to_discard(state, state.discard_place + 1)
        return
    # What is left of those that had to go first; when none is left the next kind goes.
    legal = state.legal_now
    place = legal.index(action)
    state.legal_now = (*legal[:place], *legal[place + 1 :]) or legal_discards(state, seat)


def hand_out(state: SmearState, seat: int, cards: Sequence[int]) -> None:
    """Give stock cards to a seat, which alone sees them."""
    state.hands[seat] |= mask_of(cards)
    if state.told is not None:
        state._emit("cards", seats=(seat,), seat=seat, cards=texts(cards))


def _fill_hands(state: SmearState) -> None:
    """Fill all hands but the dealer's to six, in order; the dealer takes the rest."""
    for place in range(state.rules.players - 1):
        seat = state.seat_at(place)
        _draw(state, seat, HAND - state.hands[seat].bit_count())
    _draw(state, state.dealer, len(state.stock))


def _draw(state: SmearState, seat: int, count: int) -> None:
    cards = state.stock[:count]
    state.stock = state.stock[count:]
    if cards:
        if state.told is not None:
            state._emit("refill", seat=seat, count=len(cards))
        hand_out(state, seat, cards)
