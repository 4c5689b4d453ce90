"""What naming a suit makes of the pack: the trumps, their order, who follows what, and which cards are protected."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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


class Trumps:
    """Hold the facts of one trump suit; cards are ints, sets of cards bit masks. Immutable by convention."""

    __slots__ = (
        "follow",
        "jack",
        "joker_bits",
        "left",
        "low_bits",
        "mask",
        "order",
        "plain",
        "powers",
        "protected",
        "ruffs",
        "scoring",
        "scoring_bits",
        "traces",
        "trey",
        "trey_bit",
    )

    def __init__(
        self, variant: Variant, suit: int, pack: Collection[int], values: Mapping[str, int], may_trump: bool
    ) -> None:
        """Work out the facts of a trump suit; `values` names the score points there are."""
        letter = SUITS[suit]
        strength, order = _ranked(variant, suit, pack)
        self.mask = mask_of(order)
        #: The trumps that may be played though one could follow, where the options allow it.
        self.ruffs = self.mask if may_trump else 0
        #: All other cards.
        self.plain = ALL_CARDS & ~self.mask
        #: Trumps from high to low, jokers (equal in rank) side by side.
        self.order = tuple(order)
        #: By card led: the cards that follow it.
        self.follow: tuple[int, ...] = _followers(self.mask, pack)
        #: By move that leads, then by move: its card's power to take the trick; 0 for none. Only jokers are ever level.
        self.powers: tuple[tuple[int, ...], ...] = _powers(strength, self.mask, self.follow)
        worth = [card_points(1 << card, variant.joker_card_points) << POINTS_SHIFT for card in range(CARDS)]
        for place, card in enumerate(order):
            worth[card] += 1 << place
        #: By move: what its card is worth to whoever takes it, see TRUMP_BITS. Those of all cards taken are added up.
        self.traces: tuple[int, ...] = tuple([value for value in worth for _ in range(16)])
        lowest, jack, trey = [CARD_OF_TEXT[rank + letter] for rank in (variant.lowest_rank, "J", "3")]
        self.jack = jack
        self.left = CARD_OF_TEXT["J" + SUITS[SAME_COLOUR[suit]]]
        self.trey = trey
        #: Trumps that can score, discarded only when no other trump is left.
        self.protected = mask_of((order[0], lowest, jack))
        if LEFT_BOWER in values:
            self.protected |= 1 << self.left
        if JOKERS in values:
            self.protected |= self.mask & JOKER_MASK
        if TREY in values:
            self.protected |= 1 << trey
        jokers = [joker for joker in JOKER_CARDS if joker in pack]
        #: The jokers in a trace.
        self.joker_bits = sum([1 << order.index(joker) for joker in jokers])
        #: The bits of a trace that low may be: all trumps but jokers.
        self.low_bits = TRUMP_BITS & ~self.joker_bits
        named = [(JACK, jack), (LEFT_BOWER, self.left), *[(JOKERS, joker) for joker in jokers], (TREY, trey)]
        #: The cards that score for whoever takes them, besides high and low: the point's name, its value, the card, and
        #: its bit in a trace.
        self.scoring: tuple[tuple[str, int, int, int], ...] = tuple(
            [
                (point, values[point] if point == TREY else 1, card, 1 << order.index(card))
                for point, card in named
                if point in values
            ]
        )
        #: The bits in a trace of those that score a point each, and of the trey, 0 where it does not score.
        self.scoring_bits = sum([bit for point, _, _, bit in self.scoring if point != TREY])
        self.trey_bit = sum([bit for point, _, _, bit in self.scoring if point == TREY])


def pack_of(variant: Variant, *, with_jokers: bool) -> tuple[int, ...]:
    """List the pack in ascending order."""
    lowest = RANKS.index(variant.lowest_rank)
    plain = tuple(card for card in PACK_52 if card % 13 >= lowest)
    return plain + (JOKER_CARDS[: variant.jokers] if with_jokers else ())


def _ranked(variant: Variant, suit: int, pack: Collection[int]) -> tuple[list[int], list[int]]:
    """Return by card its strength in a trick, and the trumps from high to low."""
    order: list[int] = []
    strength = [card % 13 + 1 for card in range(CARDS)]
    for place, symbol in enumerate(variant.trumps):
        if symbol == JOKER:
            here = [joker for joker in JOKER_CARDS if joker in pack]
        elif symbol == LEFT:
            here = [CARD_OF_TEXT["J" + SUITS[SAME_COLOUR[suit]]]]
        else:
            here = [CARD_OF_TEXT[symbol + SUITS[suit]]]
        order += here
        for card in here:
            strength[card] = TOP_TRUMP_STRENGTH - place
    return strength, order


def _followers(trumps: int, pack: Collection[int]) -> tuple[int, ...]:
    """Return by card led the cards that follow it."""
    suits = [mask_of(range(13 * suit, 13 * suit + 13)) & mask_of(pack) & ~trumps for suit in range(4)]
    return (*[trumps if trumps >> card & 1 else suits[card // 13] for card in PACK_52], trumps, trumps)


def _powers(strength: list[int], trumps: int, follow: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return by move that leads, then by move, the power to take the trick; 0 for what neither trumps nor follows."""
    by_suit = {
        cards: tuple(
            [power if (trumps | cards) >> card & 1 else 0 for card, power in enumerate(strength) for _ in range(16)]
        )
        for cards in set(follow)
    }
    return tuple([by_suit[cards] for cards in follow for _ in range(16)])


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
