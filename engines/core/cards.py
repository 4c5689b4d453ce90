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
# A list's look-up is quicker to map than a tuple's.
_BIT_OF: Final = list(BIT).__getitem__
#: So many sets are remembered as lists before all are forgotten.
LISTS_KEPT: Final = 20_000
#: By suit, clubs first: something of every set of that suit's cards, by its mask shifted down to bit 0.
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
def suit_lists(jokers: bool, base: int = 0) -> SuitLists:
    """Write down for every set of one suit's cards ``base + card`` of each; with jokers, these go with the spades."""
    return (
        _subsets(base, 13),
        _subsets(base + 13, 13),
        _subsets(base + 26, 13),
        _subsets(base + 39, 15 if jokers else 13),
    )


def _subsets(first: int, size: int) -> list[tuple[int, ...]]:
    """List the subsets of so many integers from the first on, ascending, by their masks."""
    subsets: list[tuple[int, ...]] = [()]
    for item in range(first, first + size):
        subsets += [(*items, item) for items in subsets]
    return subsets


def listed(mask: int, lists: SuitLists) -> tuple[int, ...]:
    """List the cards of a bit mask in ascending order, from what is written down: quicker than `cards_of`."""
    clubs, diamonds, hearts, spades = lists
    return clubs[mask & 8191] + diamonds[mask >> 13 & 8191] + hearts[mask >> 26 & 8191] + spades[mask >> 39]


def mask_of(cards: Iterable[int]) -> int:
    """Join cards, all different, into a bit mask."""
    return sum(map(_BIT_OF, cards))


class CardLists(dict[int, tuple[int, ...]]):
    """Remember the cards of a set as a tuple: sets of one suit are few, and asked for again and again."""

    def __missing__(self, cards: int) -> tuple[int, ...]:
        """List the cards, forgetting all others when they have become many."""
        if len(self) >= LISTS_KEPT:
            self.clear()
        listed = self[cards] = tuple(cards_of(cards))
        return listed


#: Shared by all games.
CARD_LISTS: Final = CardLists()
