"""Passing cards on: every seat gives two of its own to the left, and gets its own two when all have given (M1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core.cards import CARD_TEXT, SUITS, texts
from engines.maverick.actions import ALL_GIVEN, CARD_BITS, GIVE, GIVE_MOVES, GIVEN, GIVES, GIVING

if TYPE_CHECKING:
    from engines.maverick.state import MaverickState

# A list's look-up is quicker to map than a tuple's.
_GIVE_OF: Final = list(GIVES).__getitem__


def open_giving(state: MaverickState) -> None:
    """Show hands and turn-ups, after the blind bids (M4), and ask the dealer's left to give."""
    state.phase = GIVING
    state.first_give = len(state.moves)
    if state.told is not None:
        for seat in range(4):
            state._emit("hand", seats=(seat,), seat=seat, cards=texts(state.held[seat]))
        trump, adder = SUITS[state.suits.trump], SUITS[state.suits.adder]
        state._emit("turn_up", cards=texts(state.deck[52:]), trump=trump, adder=adder)
    _ask_to_give(state, (state.dealer + 1) & 3)


def _ask_to_give(state: MaverickState, seat: int) -> None:
    state.turn = seat
    state.legal_now = tuple(map(_GIVE_OF, state.held[seat]))


def give(state: MaverickState, action: int) -> None:
    """Lay a card away for the left neighbour, seen by nobody else; refuse what is not legal."""
    seat = state.turn
    legal: tuple[int, ...] = state.legal_now  # type: ignore[assignment]  # this family's always are
    try:
        card = action & CARD_BITS
        move = GIVE_MOVES[seat][card]
        place = legal.index(action)
    except (TypeError, ValueError, IndexError):
        raise state._refusal(action) from None
    state.moves.append(move)
    del state.held[seat][place]  # the legal actions are the cards held, in their order
    if state.told is not None:
        state._emit("give", seat=seat)
        state._emit("gave", seats=(seat,), seat=seat, card=CARD_TEXT[card])
    given = state.given + 1
    state.given = given
    if given & 1:  # the first of two: the second is another one
        state.legal_now = legal[:place] + legal[place + 1 :]
    elif given < ALL_GIVEN:
        _ask_to_give(state, (seat + 1) & 3)
    else:
        _hand_over(state)


def _hand_over(state: MaverickState) -> None:
    """Give every seat the two cards of its right-hand neighbour."""
    moves, at = state.moves, state.first_give
    seat = (state.dealer + 1) & 3
    for _ in range(4):
        seat = (seat + 1) & 3
        received = [moves[at] >> 4 & CARD_BITS, moves[at + 1] >> 4 & CARD_BITS]
        state.held[seat] = sorted(state.held[seat] + received)
        if state.told is not None:
            state._emit("received", seats=(seat,), seat=seat, cards=texts(sorted(received)))
        at += GIVEN
    state.after_exchange()


def given_by(state: MaverickState, seat: int) -> list[int]:
    """List the cards that a seat has given in this deal, in their order."""
    if state.first_give < 0:
        return []
    moves = state.moves
    first = state.first_give + GIVEN * ((seat - state.dealer - 1) & 3)
    last = min(first + GIVEN, state.first_give + state.given)
    return [(moves[at] >> 4) - GIVE for at in range(first, last)]
