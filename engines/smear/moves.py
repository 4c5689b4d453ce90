"""What the moves of a Smear deal say: discards, stock cards taken, and the trick on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core.cards import mask_of
from engines.smear.actions import DISCARD, PASS, PLAYING

if TYPE_CHECKING:
    from engines.smear.state import SmearState


def on_table(state: SmearState) -> list[int]:
    """List the moves of the trick on the table."""
    return state.moves[state.trick_start :] if state.phase == PLAYING else []


def discarded(state: SmearState) -> list[list[int]]:
    """List the cards that each seat has laid away in this deal, in their order."""
    away: list[list[int]] = [[] for _ in state.hands]
    for move in state.moves:
        if DISCARD <= move >> 4 < PASS:
            away[move & 15].append((move >> 4) - DISCARD)
    return away


def cards_taken(state: SmearState) -> list[int]:
    """Return by seat the cards that it took in tricks, as bit masks."""
    taken = [0] * len(state.hands)
    starts = [trick >> 4 for trick in state.tricks[1:]]
    starts.append(state.trick_start if state.phase == PLAYING else len(state.moves))
    for trick, end in zip(state.tricks, starts, strict=False):
        taken[trick & 15] |= mask_of([move >> 4 for move in state.moves[trick >> 4 : end]])
    return taken


def taken_from_stock(state: SmearState, seat: int) -> list[int]:
    """List the cards that a seat has had from the stock in this deal, in the stock's order."""
    own = state.hands[seat]
    for move in state.moves:
        if move & 15 == seat and move >> 4 < PASS:
            own |= 1 << (move >> 4 & 63)  # a discard's low bits are its card, as a play's are
    return [card for card in state.deck[state.rules.players * state.rules.dealt :] if own >> card & 1]
