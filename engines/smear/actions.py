"""The verbs of Smear as the actions' ints, the phases of a deal, and which actions are legal in each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engines.core.notation import VERB_SHIFT, Argument, Verb

if TYPE_CHECKING:
    from engines.smear.state import SmearState

#: Plays come first: a play's int is the card itself.
VERBS: Final = (
    Verb("play", Argument.CARD),
    Verb("discard", Argument.CARD),
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("trump", Argument.SUIT),
    Verb("done"),
)
DISCARD: Final = 1 << VERB_SHIFT
PASS: Final = 2 << VERB_SHIFT
BID: Final = 3 << VERB_SHIFT
TRUMP: Final = 4 << VERB_SHIFT
DONE: Final = 5 << VERB_SHIFT
NAMES_TRUMPS: Final = (TRUMP, TRUMP + 1, TRUMP + 2, TRUMP + 3)

#: By suit, clubs first: the discards of every set of that suit's cards, by its mask shifted down to bit 0.
SuitThrows = tuple[list[tuple[int, ...]], list[tuple[int, ...]], list[tuple[int, ...]], list[tuple[int, ...]]]

BETWEEN: Final = 0
AUCTION: Final = 1
NAMING: Final = 2
DISCARDING: Final = 3
PLAYING: Final = 4
#: What the phases are called in observations.
PHASES: Final = ("between", "auction", "trump", "discard", "play")


def legal_calls(state: SmearState, seat: int) -> tuple[int, ...]:
    """List what a seat may call."""
    rules, bid = state.rules, state.bid
    is_dealer = rules.dealer_plays and seat == state.dealer
    if is_dealer and not bid and rules.all_pass == "forced_dealer":
        return (BID + rules.min_bid,)
    if is_dealer and bid and rules.may_steal:
        return rules.calls[bid]
    return rules.calls[bid + 1]


def legal_discards(state: SmearState, seat: int) -> tuple[int, ...]:
    """List what a seat may do when it discards."""
    rules, hand = state.rules, state.hands[seat]
    if rules.refill:
        return throws_of(hand, rules.throws)
    trumps = state.named
    # Down to six with k trumps exactly max(0, k - 6) trumps go, so plain cards while there are any.
    plain = hand & ~trumps.mask
    if state.is_filling(seat):
        return (*throws_of(plain, rules.throws), DONE)
    if plain:
        return throws_of(plain, rules.throws)
    return throws_of((hand & ~trumps.protected if rules.protect else 0) or hand, rules.throws)


def throws_of(cards: int, lists: SuitThrows) -> tuple[int, ...]:
    """List the actions that discard the cards of a set, ascending."""
    clubs, diamonds, hearts, spades = lists
    return clubs[cards & 8191] + diamonds[cards >> 13 & 8191] + hearts[cards >> 26 & 8191] + spades[cards >> 39]


@cache
def throw_lists(jokers: bool) -> SuitThrows:
    """Write down the discards of every set of one suit's cards; with jokers, these go with the spades."""
    return _subsets(0, 13), _subsets(13, 13), _subsets(26, 13), _subsets(39, 15 if jokers else 13)


def _subsets(first: int, size: int) -> list[tuple[int, ...]]:
    """List the discards of the subsets of so many cards from the first on, by their masks."""
    subsets: list[tuple[int, ...]] = [()]
    for throw in range(DISCARD + first, DISCARD + first + size):
        subsets += [(*throws, throw) for throws in subsets]
    return subsets
