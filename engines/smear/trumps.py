"""What naming a suit makes of the pack: the trumps, their order, who follows what, and which cards are protected."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from engines.core.cards import BIG_JOKER, CARD_OF_TEXT, LITTLE_JOKER, PACK_52, RANKS, SUITS, mask_of
from engines.smear.variants import JOKER, JOKERS, LEFT, LEFT_BOWER, TREY, Variant

JOKER_CARDS: Final = (BIG_JOKER, LITTLE_JOKER)
JOKER_MASK: Final = mask_of(JOKER_CARDS)
#: The other suit of the same colour, in the order C D H S.
SAME_COLOUR: Final = (3, 2, 1, 0)
TOP_TRUMP_STRENGTH: Final = 100
CARDS: Final = 54


@dataclass(frozen=True, slots=True)
class Trumps:
    """Hold the facts of one trump suit; cards are ints, sets of cards bit masks."""

    mask: int
    #: Trumps from high to low, jokers (equal in rank) side by side.
    order: tuple[int, ...]
    #: By card: any trump is above any plain card; plain cards compare inside their suit only.
    strength: tuple[int, ...]
    #: By card led: the cards that follow it.
    follow: tuple[int, ...]
    #: Trumps that can score, discarded only when no other trump is left.
    protected: int
    jack: int
    left: int
    trey: int


def pack_of(variant: Variant, *, with_jokers: bool) -> tuple[int, ...]:
    """List the pack in ascending order."""
    lowest = RANKS.index(variant.lowest_rank)
    plain = tuple(card for card in PACK_52 if card % 13 >= lowest)
    return plain + (JOKER_CARDS[: variant.jokers] if with_jokers else ())


def make_trumps(variant: Variant, suit: int, pack: Collection[int], scoring: Collection[str]) -> Trumps:
    """Work out the facts of a trump suit; `scoring` names the score points there are."""
    letter = SUITS[suit]
    left = CARD_OF_TEXT["J" + SUITS[SAME_COLOUR[suit]]]
    order: list[int] = []
    strength = [card % 13 for card in range(CARDS)]
    for place, symbol in enumerate(variant.trumps):
        if symbol == JOKER:
            here = [joker for joker in JOKER_CARDS if joker in pack]
        else:
            here = [left if symbol == LEFT else CARD_OF_TEXT[symbol + letter]]
        order += here
        for card in here:
            strength[card] = TOP_TRUMP_STRENGTH - place
    mask = mask_of(order)
    suit_masks = [mask_of(range(13 * plain, 13 * plain + 13)) & mask_of(pack) & ~mask for plain in range(4)]
    follow = (*(mask if mask >> card & 1 else suit_masks[card // 13] for card in PACK_52), mask, mask)
    lowest, jack, trey = (CARD_OF_TEXT[rank + letter] for rank in (variant.lowest_rank, "J", "3"))
    protected = mask_of((order[0], lowest, jack))
    if LEFT_BOWER in scoring:
        protected |= 1 << left
    if JOKERS in scoring:
        protected |= mask & JOKER_MASK
    if TREY in scoring:
        protected |= 1 << trey
    return Trumps(mask, tuple(order), tuple(strength), follow, protected, jack, left, trey)


def card_values(variant: Variant) -> tuple[tuple[int, int], ...]:
    """Return the card points as pairs: a value, and the mask of the cards that have it."""
    by_rank = {"A": 4, "K": 3, "Q": 2, "T": 10}
    values = [(value, mask_of(CARD_OF_TEXT[rank + suit] for suit in SUITS)) for rank, value in by_rank.items()]
    jacks = mask_of(CARD_OF_TEXT["J" + suit] for suit in SUITS)
    return (*values, (1, jacks | (JOKER_MASK if variant.joker_card_points else 0)))


def card_points(values: tuple[tuple[int, int], ...], cards: int) -> int:
    """Add up the card points of a set of cards."""
    return sum(value * (cards & mask).bit_count() for value, mask in values)
