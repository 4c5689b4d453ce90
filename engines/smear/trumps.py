"""What naming a suit makes of the pack: the trumps, their order, who follows what, and which cards are protected."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engines.core.cards import BIG_JOKER, CARD_OF_TEXT, LITTLE_JOKER, PACK_52, RANKS, SUITS, mask_of
from engines.smear.variants import JACK, JOKER, JOKERS, LEFT, LEFT_BOWER, TREY, Variant

JOKER_CARDS: Final = (BIG_JOKER, LITTLE_JOKER)
JOKER_MASK: Final = mask_of(JOKER_CARDS)
#: The other suit of the same colour, in the order C D H S.
SAME_COLOUR: Final = (3, 2, 1, 0)
TOP_TRUMP_STRENGTH: Final = 100
CARDS: Final = 54
ALL_CARDS: Final = (1 << CARDS) - 1
FIRST_JOKER: Final = BIG_JOKER
#: A trace has a bit for each trump, bit 0 for the highest, and above these the card points.
POINTS_SHIFT: Final = 16
TRUMP_BITS: Final = (1 << POINTS_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Trumps:
    """Hold the facts of one trump suit; cards are ints, sets of cards bit masks."""

    mask: int
    #: All other cards.
    plain: int
    #: Trumps from high to low, jokers (equal in rank) side by side.
    order: tuple[int, ...]
    #: By card led: the cards that follow it.
    follow: tuple[int, ...]
    #: By move that leads, then by move: its card's power to take the trick and its seat, ``power << 4 | seat``; 0 for
    #: none.
    power: tuple[tuple[int, ...], ...]
    #: By move: what its card is worth to whoever takes it, see TRUMP_BITS. The traces of all cards taken are added up.
    traces: tuple[int, ...]
    #: The power of the jokers for seat 0, where there are two, which are equal in rank; else -1.
    level_power: int
    #: The jokers in a trace.
    joker_bits: int
    #: Trumps that can score, discarded only when no other trump is left.
    protected: int
    jack: int
    left: int
    trey: int
    #: The cards that score for whoever takes them, besides high and low: the point's name, its value, the card, and its
    #: bit in a trace.
    scoring: tuple[tuple[str, int, int, int], ...]
    #: The bits in a trace of those that score a point each, and of the trey, 0 where it does not score.
    scoring_bits: int
    trey_bit: int


def pack_of(variant: Variant, *, with_jokers: bool) -> tuple[int, ...]:
    """List the pack in ascending order."""
    lowest = RANKS.index(variant.lowest_rank)
    plain = tuple(card for card in PACK_52 if card % 13 >= lowest)
    return plain + (JOKER_CARDS[: variant.jokers] if with_jokers else ())


def make_trumps(variant: Variant, suit: int, pack: Collection[int], values: Mapping[str, int]) -> Trumps:
    """Work out the facts of a trump suit; `values` names the score points there are."""
    letter = SUITS[suit]
    left = CARD_OF_TEXT["J" + SUITS[SAME_COLOUR[suit]]]
    order: list[int] = []
    strength = [card % 13 + 1 for card in range(CARDS)]
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
    by_follow = {cards: _powers(strength, mask | cards) for cards in set(follow)}
    lowest, jack, trey = (CARD_OF_TEXT[rank + letter] for rank in (variant.lowest_rank, "J", "3"))
    protected = mask_of((order[0], lowest, jack))
    if LEFT_BOWER in values:
        protected |= 1 << left
    if JOKERS in values:
        protected |= mask & JOKER_MASK
    if TREY in values:
        protected |= 1 << trey
    power = tuple(by_follow[cards] for cards in follow for _ in range(16))
    worth = [card_points(1 << card, variant.joker_card_points) << POINTS_SHIFT for card in range(CARDS)]
    for place, card in enumerate(order):
        worth[card] += 1 << place
    traces = tuple(value for value in worth for _ in range(16))
    jokers = [joker for joker in JOKER_CARDS if joker in pack]
    level_power = strength[BIG_JOKER] << 4 if len(jokers) > 1 else -1
    joker_bits = sum(1 << order.index(joker) for joker in jokers)
    named = [
        (JACK, jack),
        (LEFT_BOWER, left),
        *((JOKERS, joker) for joker in jokers),
        (TREY, trey),
    ]
    scores = tuple(
        (point, values[point] if point == TREY else 1, card, 1 << order.index(card))
        for point, card in named
        if point in values
    )
    return Trumps(
        mask,
        ALL_CARDS & ~mask,
        tuple(order),
        follow,
        power,
        traces,
        level_power,
        joker_bits,
        protected,
        jack,
        left,
        trey,
        scores,
        sum([bit for point, _, _, bit in scores if point != TREY]),
        sum([bit for point, _, _, bit in scores if point == TREY]),
    )


def _powers(strength: list[int], able: int) -> tuple[int, ...]:
    """Return by move its power and seat, 0 for cards that cannot take the trick; only jokers are ever level."""
    return tuple(
        (power << 4 | seat) if able >> card & 1 else 0 for card, power in enumerate(strength) for seat in range(16)
    )


def card_points(cards: int, joker_points: int) -> int:
    """Add up the card points of a set of cards, a joker counting so many."""
    points = (
        _POINTS[cards >> 8 & 31] + _POINTS[cards >> 21 & 31] + _POINTS[cards >> 34 & 31] + _POINTS[cards >> 47 & 31]
    )
    return points + joker_points * (cards >> 52).bit_count() if joker_points else points


#: Card points of one suit's T J Q K A, by the mask of those it holds: T 10, J 1, Q 2, K 3, A 4.
_POINTS: Final = tuple(
    sum(value for bit, value in enumerate((10, 1, 2, 3, 4)) if held >> bit & 1) for held in range(32)
)
