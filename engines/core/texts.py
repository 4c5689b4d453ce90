"""JSON text of what observations are full of: cards, moves and numbers. Written at once, it costs a third of a dict."""

from collections.abc import Iterable
from typing import Final

from engines.core.cards import CARD_TEXT
from engines.core.history import SEAT_BITS, SEAT_MASK

#: By move of a card whose verb is the game's first: seat and card.
PLAYED: Final[list[str]] = [
    f'[{move & SEAT_MASK},"{CARD_TEXT[move >> SEAT_BITS]}"]' for move in range(len(CARD_TEXT) << SEAT_BITS)
]


def cards_text(cards: Iterable[int]) -> str:
    """Write a list of cards."""
    shown = '","'.join([CARD_TEXT[card] for card in cards])
    return f'["{shown}"]' if shown else "[]"


def plays_text(moves: Iterable[int]) -> str:
    """Write the cards played, each with its seat."""
    return f"[{','.join([PLAYED[move] for move in moves])}]"


def numbers_text(numbers: Iterable[int]) -> str:
    """Write a list of integers."""
    return f"[{','.join([str(number) for number in numbers])}]"


def number_or_null(number: int) -> str:
    """Write what is below 0 while there is none."""
    return "null" if number < 0 else str(number)
