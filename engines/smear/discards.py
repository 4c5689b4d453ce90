"""Discards, kitties and refills: how the hands of a Smear deal come to six cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.cards import CARD_TEXT, mask_of, texts
from engines.smear.actions import DISCARD, DONE, legal_discards
from engines.smear.rules import HAND, REFILL
from engines.smear.tricks import open_play

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def ask_to_discard(state: SmearState, place: int) -> None:
    """Turn to the next seat from this place on that has cards to discard; when none has, go on to the play."""
    rules = state.rules
    while place < rules.players:
        seat = state.seat_at(place)
        due = _due_before_refills(state, seat) if rules.refills else state.hands[seat].bit_count() - HAND
        if due > 0:
            state.discard_place = place
            state.to_discard = due
            state.turn = seat
            state.legal_now = legal_discards(state, seat)
            return
        place += 1
    if rules.refill:
        for place_now in range(rules.players):
            _draw(state, state.seat_at(place_now), REFILL)
    open_play(state)


def _due_before_refills(state: SmearState, seat: int) -> int:
    """Return how many cards a seat discards, or may, where cards come back; the hands are filled before the dealer."""
    if state.rules.dealer_takes_rest and seat == state.dealer:
        _fill_hands(state)
        return state.hands[seat].bit_count() - HAND
    return REFILL


def discard(state: SmearState, action: int) -> None:
    """Lay a card away, seen by nobody else, or be done; refuse what is not legal."""
    seat = state.turn
    legal: tuple[int, ...] = state.legal_now  # type: ignore[assignment]  # this family's always are
    try:
        place = legal.index(action)
    except ValueError:
        raise state._refusal(action) from None
    state.moves.append(action << 4 | seat)
    left = state.to_discard - 1
    if action == DONE:
        left = 0
        if state.told is not None:
            state._emit("done", seat=seat)
    else:
        state.hands[seat] ^= 1 << (action - DISCARD)
        if state.told is not None:
            state._emit("discard", seat=seat)
            state._emit("discarded", seats=(seat,), seat=seat, card=CARD_TEXT[action - DISCARD])
    state.to_discard = left
    if left:
        # What is left of those that had to go first; when none is left the next kind goes.
        state.legal_now = legal[:place] + legal[place + 1 :] or legal_discards(state, seat)
    else:
        ask_to_discard(state, state.discard_place + 1)


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
