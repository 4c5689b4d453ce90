"""Values of Thirty-One hands, as bit masks of cards; a value is counted in half points, so that 30.5 is an int."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from engines.core.cards import cards_of, rank_of

# Points by rank, 2 to ace: A 11, K Q J T 10, others their number.
POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
THREE_OF_A_KIND: Final = 61  # 30.5 points
THIRTY_ONE: Final = 62

_SUIT_MASK: Final = (1 << 13) - 1
_ACE_KING_TEN: Final = 1 << 12 | 1 << 11 | 1 << 8


def _half_points_table() -> list[int]:
    table = [0] * (1 << 13)
    for mask in range(1, 1 << 13):
        low = mask & -mask
        table[mask] = table[mask ^ low] + 2 * POINTS[low.bit_length() - 1]
    return table


_HALF_POINTS: Final = _half_points_table()  # by the mask of one suit's ranks


def hand_value(hand: int, three_of_a_kind: bool = False) -> int:
    """Return the best sum in one suit, in half points; with the option, three of a kind counts 30.5 if that is more."""
    table = _HALF_POINTS
    clubs, diamonds = hand & _SUIT_MASK, hand >> 13 & _SUIT_MASK
    hearts, spades = hand >> 26 & _SUIT_MASK, hand >> 39
    if three_of_a_kind and _is_three_of_a_kind((clubs, diamonds, hearts, spades)):
        return THREE_OF_A_KIND
    return max(table[clubs], table[diamonds], table[hearts], table[spades])


def _is_three_of_a_kind(by_suit: Sequence[int]) -> bool:
    held = [ranks for ranks in by_suit if ranks]
    return len(held) == 3 and held[0] == held[1] == held[2] and held[0].bit_count() == 1


def is_blitz(hand: int, any_31: bool) -> bool:
    """Say whether the hand is a blitz: ace, king and ten of a suit, or with the option any 31."""
    if any_31:
        return hand_value(hand) == THIRTY_ONE
    return any(hand >> shift & _SUIT_MASK == _ACE_KING_TEN for shift in (0, 13, 26, 39))


@cache
def blitz_hands(any_31: bool) -> frozenset[int]:
    """Return all hands of three cards that are a blitz; they are of one suit (three of a kind is none, T12)."""
    of_a_suit = [1 << a | 1 << b | 1 << c for a, b, c in combinations(range(13), 3)]
    hands = [ranks << shift for ranks in of_a_suit for shift in (0, 13, 26, 39)]
    return frozenset([hand for hand in hands if is_blitz(hand, any_31)])


def ranks_high_first(hand: int) -> tuple[int, ...]:
    """List the ranks of all cards, highest first: what a tie is decided by."""
    return tuple(sorted((rank_of(card) for card in cards_of(hand)), reverse=True))


def shown_value(half_points: int) -> int | float:
    """Turn half points into what players say: 23, or 30.5."""
    return half_points / 2 if half_points % 2 else half_points // 2
