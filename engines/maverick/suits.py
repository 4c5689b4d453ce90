"""What trumps and adder make of the pack: the suit each card belongs to, who takes a trick, and what it scores.

The tables are indexed by move (``card << 4 | seat``), so that a move is looked up as it stands. They depend on few
options, and are worked out once for all games.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engines.core.cards import BIG_JOKER

SUITS: Final = 4
SPADES: Final = 3
DIAMONDS: Final = 1
FIRST_JOKER: Final = BIG_JOKER
CARDS: Final = 54
MOVES: Final = CARDS << 4
#: The led suit of a trick that asks for none.
NO_SUIT: Final = -1
_BIG_JOKER_STRENGTH: Final = 28

#: A trace holds what the score of a deal needs of a move: bit ``4 * suit + seat``, then a bit by seat for a joker of no
#: suit, then the counters of adders and trumps, three bits each. The traces of the four moves of a trick are added up.
JOKERS_SHIFT: Final = 16
COUNTS_SHIFT: Final = 20
COUNTS: Final = 64
ADDERS_MASK: Final = 7
ADDER_COUNT: Final = 1 << COUNTS_SHIFT
TRUMP_COUNT: Final = 8 << COUNTS_SHIFT
#: Shifts every bit of a trace away.
_NOTHING_SHIFT: Final = 32


class Suits:
    """Hold the facts of one pair of trumps and adder; immutable by convention."""

    __slots__ = ("adder", "led", "powers", "shifts", "traces", "trump")

    def __init__(self, trump: int, adder: int, *, jokers_apart: bool, jokers_count: bool) -> None:
        self.trump = trump
        self.adder = adder
        joker_suit = NO_SUIT if jokers_apart else trump
        #: By card: the suit that it asks for when led.
        self.led: tuple[int, ...] = tuple([card // 13 if card < FIRST_JOKER else joker_suit for card in range(CARDS)])
        #: By move that leads, then by move: strength ``<< 4 | seat``; the highest takes the trick.
        self.powers: tuple[tuple[int, ...], ...] = powers_of(trump)
        #: By move that leads: how far to shift a trace, to have by seat who holds the led suit.
        self.shifts: tuple[int, ...] = tuple([_shift(self.led[move >> 4]) for move in range(MOVES)])
        self.traces: tuple[int, ...] = tuple([self._trace(move, jokers_count) for move in range(MOVES)])

    def _trace(self, move: int, jokers_count: bool) -> int:
        card, seat = move >> 4, move & 3
        suit = self.led[card]
        trace = 1 << (JOKERS_SHIFT + seat) if suit == NO_SUIT else 1 << (4 * suit + seat)
        if card >= FIRST_JOKER:
            return trace + TRUMP_COUNT if jokers_count else trace
        if suit == self.trump:
            return trace + TRUMP_COUNT
        return trace + ADDER_COUNT if suit == self.adder else trace


def _shift(led: int) -> int:
    return _NOTHING_SHIFT if led == NO_SUIT else 4 * led


@cache
def suits_of(trump: int, adder: int, jokers_apart: bool, jokers_count: bool) -> Suits:
    """Return the facts of a pair of trumps and adder; the flags are those of the jokers' options."""
    return Suits(trump, adder, jokers_apart=jokers_apart, jokers_count=jokers_count)


@cache
def powers_of(trump: int) -> tuple[tuple[int, ...], ...]:
    """Work out by lead who takes a trick.

    A joker that is led counts as a trump whatever suit the jokers have: nothing but the big joker beats either.
    """
    by_suit = [_powers(trump, led) for led in range(SUITS)]
    leads = [card // 13 if card < FIRST_JOKER else trump for card in range(CARDS)]
    return tuple([by_suit[leads[move >> 4]] for move in range(MOVES)])


def _powers(trump: int, led: int) -> tuple[int, ...]:
    return tuple([strength(move >> 4, trump, led) << 4 | move & 15 for move in range(MOVES)])


def strength(card: int, trump: int, led: int) -> int:
    """Return how high a card is in a trick: jokers, trumps, the led suit; 0 for what cannot win."""
    if card >= FIRST_JOKER:
        return _BIG_JOKER_STRENGTH - (card - BIG_JOKER)
    if card // 13 == trump:
        return 14 + card % 13
    return 1 + card % 13 if card // 13 == led else 0
