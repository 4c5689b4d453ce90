"""Colour for a terminal: red suits red, where the terminal shows colour and nobody asks for none."""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final, TextIO

from engines.core.cards import CARD_OF_TEXT, SUITS, suit_of

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

_CARD: Final = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")
_RED, _JOKER, _BOLD, _DIM, _PLAIN = "\033[31m", "\033[35m", "\033[1m", "\033[2m", "\033[0m"
_CLEAR: Final = "\033[H\033[2J\033[3J"  # the lines scrolled away too: they may show another player's hand
_JOKERS: Final = len(SUITS)


def shows_colour(out: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """Say whether to write colour: to a terminal that is not dumb, unless NO_COLOR is set to anything."""
    variables = os.environ if environment is None else environment
    return out.isatty() and not variables.get("NO_COLOR") and variables.get("TERM") != "dumb"


class Paint:
    """Put colour into text, or leave it as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def cards(self, text: str) -> str:
        """Colour every card in a text: red suits red, jokers violet."""
        return _CARD.sub(self._card, text) if self.colour else text

    def _card(self, found: re.Match[str]) -> str:
        card = found[0]
        if card[1] in "DH":
            return f"{_RED}{card}{_PLAIN}"
        return f"{_JOKER}{card}{_PLAIN}" if card[1] == "J" else card

    def strong(self, text: str) -> str:
        """Make a heading stand out."""
        return f"{_BOLD}{text}{_PLAIN}" if self.colour else text

    def faint(self, text: str) -> str:
        """Let what is said every time stand back."""
        return f"{_DIM}{text}{_PLAIN}" if self.colour else text

    def cleared(self) -> str:
        """Return what empties the screen; where there is no terminal, a line."""
        return _CLEAR if self.colour else "\n"


def suit_name(letter: str) -> str:
    """Write a suit as `hearts (H)`: the word, and what is typed."""
    return f"{SUIT_NAMES[letter]} ({letter})"


def by_suit(cards: Iterable[str]) -> str:
    """Write a hand sorted by suit, in each the highest first, the suits apart; jokers stand at the end."""
    suits: list[list[int]] = [[] for _ in range(_JOKERS + 1)]
    for card in sorted([CARD_OF_TEXT[text] for text in cards], reverse=True):
        suits[suit_of(card)].append(card)
    text_of = {card: text for text, card in CARD_OF_TEXT.items()}
    return "   ".join(" ".join(text_of[card] for card in suit) for suit in suits if suit)
