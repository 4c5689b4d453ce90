"""What the moves of a Smear deal say: discards, stock cards taken, and the trick on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engines.core.cards import mask_of
from engines.core.history import SEAT_BITS
from engines.smear.actions import CARD_BITS, DISCARD, PASS, PLAYING

if TYPE_CHECKING:
    from engines.smear.state import SmearState

#: The moves from one to below the other are discards.
FIRST_DISCARD: Final = DISCARD << SEAT_BITS
FIRST_PASS: Final = PASS << SEAT_BITS


def finished(state: SmearState) -> list[list[int]]:
    """List the moves of each finished trick: where a seat plays again, another one begins."""
    tricks: list[list[int]] = []
    if state.first_play < 0:
        return tricks
    moves = state.moves
    end = state.trick_start if state.phase == PLAYING else len(moves)
    start, seen = state.first_play, 0
    for at in range(start, end):
        seat = 1 << (moves[at] & 15)
        if seen & seat:
            tricks.append(moves[start:at])
            start, seen = at, 0
        seen |= seat
    if start < end:
        tricks.append(moves[start:end])
    return tricks


def on_table(state: SmearState) -> list[int]:
    """List the moves of the trick on the table."""
    return state.moves[state.trick_start :] if state.phase == PLAYING else []


def discarded(state: SmearState) -> list[list[int]]:
    """List the cards that each seat has laid away in this deal, in their order."""
    away: list[list[int]] = [[] for _ in state.hands]
    for move in state.moves if state.first_play < 0 else state.moves[: state.first_play]:
        if FIRST_DISCARD <= move < FIRST_PASS:
            away[move & 15].append(move >> 4 & CARD_BITS)
    return away


def cards_taken(state: SmearState) -> list[int]:
    """Return by seat the cards that it took in tricks, as bit masks."""
    taken = [0] * len(state.hands)
    for trick, winner in zip(finished(state), state.winners, strict=True):
        taken[winner] |= mask_of([move >> 4 for move in trick])
    return taken


def kitty(state: SmearState) -> tuple[int, ...]:
    """Return the stock cards that the bidder has taken for naming trumps."""
    first = state.rules.players * state.rules.dealt
    return state.deck[first : first + state.rules.kitty] if state.trump >= 0 else ()


def taken_from_stock(state: SmearState, seat: int) -> list[int]:
    """List the cards that a seat has had from the stock in this deal, in the stock's order."""
    own = state.hands[seat]
    for move in state.moves:
        if move & 15 == seat and move >> 4 < PASS:
            own |= 1 << (move >> 4 & 63)  # a discard's low bits are its card, as a play's are
    return [card for card in state.deck[state.rules.players * state.rules.dealt :] if own >> card & 1]
