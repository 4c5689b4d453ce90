"""Cards as ints 0 to 53, hands as bit masks, and their two-character text.

A plain card is ``suit * 13 + rank`` with suits C D H S and ranks 2 to A; the jokers are 52 (BJ) and 53 (LJ).
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
BIG_JOKER: Final = 52
LITTLE_JOKER: Final = 53

CARD_TEXT: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "BJ", "LJ")
CARD_OF_TEXT: Final[dict[str, int]] = {text: card for card, text in enumerate(CARD_TEXT)}
PACK_52: Final[tuple[int, ...]] = tuple(range(52))
#: By card: the mask that holds it alone.
BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(54))


#: By suit, clubs first: the cards of every set of that suit's cards, by its mask shifted down to bit 0.
SuitLists = tuple[list[tuple[int, ...]], list[tuple[int, ...]], list[tuple[int, ...]], list[tuple[int, ...]]]


def rank_of(card: int) -> int:
    """Return the rank of a plain card, 0 (two) to 12 (ace)."""
    return card % 13


def suit_of(card: int) -> int:
    """Return the suit of a plain card, 0 to 3 in the order of SUITS."""
    return card // 13


def texts(cards: Iterable[int]) -> list[str]:
    """Write cards as a list of their texts, in the order given."""
    return [CARD_TEXT[card] for card in cards]


def cards_of(mask: int) -> list[int]:
    """List the cards of a bit mask in ascending order."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


@cache
def suit_lists(jokers: bool) -> SuitLists:
    """Write down the cards of every set of one suit's cards; with jokers, these go with the spades."""
    return _subsets(0, 13), _subsets(13, 13), _subsets(26, 13), _subsets(39, 15 if jokers else 13)


def _subsets(first: int, size: int) -> list[tuple[int, ...]]:
    """List the subsets of so many cards from the first on, ascending, by their masks."""
    subsets: list[tuple[int, ...]] = [()]
    for card in range(first, first + size):
        subsets += [(*cards, card) for cards in subsets]
    return subsets


def listed(mask: int, lists: SuitLists) -> tuple[int, ...]:
    """List the cards of a bit mask in ascending order, from what is written down: quicker than `cards_of`."""
    clubs, diamonds, hearts, spades = lists
    return clubs[mask & 8191] + diamonds[mask >> 13 & 8191] + hearts[mask >> 26 & 8191] + spades[mask >> 39]


def mask_of(cards: Iterable[int]) -> int:
    """Join cards, all different, into a bit mask."""
    return sum(map(BIT.__getitem__, cards))
