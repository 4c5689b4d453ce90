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
#: The lists of sets that differ in so many low cards of a suit are written at once.
_LOW_CARDS: Final = 7
#: The lists of one suit's sets of cards, by their masks shifted down to bit 0.
Lists = list[tuple[int, ...] | None]
#: Those of the suits, clubs first, and what is added to every card.
SuitLists = tuple[Lists, Lists, Lists, Lists, int]


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
    """Return lists of every set of one suit's cards, ``base + card`` of each; jokers, if any, go with the spades.

    They are written when `listed` first asks for them: until then None stands in their place.
    """
    sizes = (13, 13, 13, 15 if jokers else 13)
    clubs, diamonds, hearts, spades = [_unwritten(size) for size in sizes]
    return clubs, diamonds, hearts, spades, base


def _unwritten(size: int) -> Lists:
    return [None] * (1 << size)


def listed(mask: int, lists: SuitLists) -> tuple[int, ...]:
    """List the cards of a bit mask in ascending order, from what is written down: quicker than `cards_of`."""
    clubs, diamonds, hearts, spades, _ = lists
    first, second, third, fourth = (
        clubs[mask & 8191],
        diamonds[mask >> 13 & 8191],
        hearts[mask >> 26 & 8191],
        spades[mask >> 39],
    )
    if first is None or second is None or third is None or fourth is None:
        return write_lists(mask, lists)
    return first + second + third + fourth


def write_lists(mask: int, lists: SuitLists) -> tuple[int, ...]:
    """List the cards of a bit mask, and write down what was missing: every set that has the same of the high cards."""
    clubs, diamonds, hearts, spades, base = lists
    whole: tuple[int, ...] = ()
    first = base
    for suit, written in enumerate((clubs, diamonds, hearts, spades)):
        part = mask & 8191 if suit < 3 else mask
        if written[part] is None:
            start = part >> _LOW_CARDS << _LOW_CARDS
            high = tuple([first + card for card in cards_of(start)])
            written[start : start + (1 << _LOW_CARDS)] = [low + high for low in _low_subsets(first)]
        whole += written[part] or ()
        mask >>= 13
        first += 13
    return whole


@cache
def _low_subsets(first: int) -> list[tuple[int, ...]]:
    """List the subsets of the low cards of a suit that begins with this one, by their masks."""
    subsets: list[tuple[int, ...]] = [()]
    for card in range(first, first + _LOW_CARDS):
        subsets += [(*cards, card) for cards in subsets]
    return subsets


def mask_of(cards: Iterable[int]) -> int:
    """Join cards, all different, into a bit mask."""
    return sum(map(_BIT_OF, cards))


#: The cards of small sets as tuples: of one suit there are few sets, and they are asked for again and again. Shared by
#: all games; look here first, then ask `remembered`.
CARD_LISTS: Final[dict[int, tuple[int, ...]]] = {}


def remembered(cards: int) -> tuple[int, ...]:
    """List the cards of a set and write them down in CARD_LISTS, forgetting all others when they have become many."""
    if len(CARD_LISTS) >= LISTS_KEPT:
        CARD_LISTS.clear()
    CARD_LISTS[cards] = found = tuple(cards_of(cards))
    return found
