"""A fixed discrete set of actions for a game whose legal actions may be millions of amounts.

The set follows from the game's verbs alone, in their order, so it is the same at every moment:

    verb without argument   one action
    card                    one for each card of the pack, ascending
    suit                    one for each of C D H S
    word                    one for each of the verb's words
    number                  one for each of 0 to 10, then a ladder of nine rungs over the legal amounts above 10
    offer                   for each seat, for the fewest cards and for the most that may be asked for: a ladder over
                            the legal prices

The rungs of a ladder stand at 0, 1/64, 1/32, 1/16, 1/8, 1/4, 1/2, 3/4 and 1 of the way from the smallest to the largest
amount, rounded down to an amount that is legal; so a ladder always holds the smallest and the largest. Rungs close
together may fall on the same amount: then only the first of them is legal. What a rung amounts to depends on the
moment; `legal` says it.

Whenever somebody acts at least one fixed action is legal, and each that is legal stands for another legal action.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from engines.core.cards import CARD_TEXT, SUITS
from engines.core.game import Game
from engines.core.notation import (
    ARGUMENT_MASK,
    OFFER_SEAT_SHIFT,
    VERB_SHIFT,
    Argument,
    Verb,
    offer_argument,
    offer_parts,
)
from engines.core.state import State

#: Amounts up to this one have an action each: bids and bets are seldom higher, and there one chip matters.
SMALL: Final = 10
#: Where the rungs stand, in parts of `_WHOLE`; closer together at the bottom, where most prices are.
RUNGS: Final = (0, 1, 2, 4, 8, 16, 32, 48, 64)
_WHOLE: Final = 64
_RUNG_NAMES: Final = ("smallest", "1/64", "1/32", "1/16", "1/8", "1/4", "1/2", "3/4", "largest")


class FixedActions:
    """Number the fixed actions of a game from 0, and say which are legal and what they stand for."""

    def __init__(self, game: Game) -> None:
        self.players: Final = game.players
        #: By fixed action: what it is called whatever the moment is.
        self.labels: Final[list[str]] = []
        #: By action of the game that is one fixed action: that one.
        self._exact: Final[dict[int, int]] = {}
        #: Verb, kind and first fixed action of those whose argument is an amount.
        self._amounts: Final[list[tuple[int, Argument, int]]] = []
        for index, verb in enumerate(game.verbs):
            first = index << VERB_SHIFT
            match verb.argument:
                case Argument.NUMBER:
                    self._amounts.append((first, verb.argument, self.size))
                    self.labels.extend(f"{verb.name} {amount}" for amount in range(SMALL + 1))
                    self.labels.extend(f"{verb.name} above {SMALL}: {name}" for name in _RUNG_NAMES)
                case Argument.OFFER:
                    self._amounts.append((first, verb.argument, self.size))
                    self.labels.extend(_offer_labels(verb, game.players))
                case _:
                    for argument, text in _arguments(verb, sorted(game.pack)):
                        self._exact[first | argument] = self.size
                        self.labels.append(f"{verb.name} {text}" if text else verb.name)

    @property
    def size(self) -> int:
        """Return how many fixed actions there are."""
        return len(self.labels)

    def legal(self, state: State) -> dict[int, int]:
        """Map the fixed actions that are legal now, ascending, to the actions of the game that they stand for."""
        legal = state.legal_actions()
        found: dict[int, int] = {}
        rest = len(legal)
        for first, kind, fixed in self._amounts:
            start, stop = bisect_left(legal, first), bisect_left(legal, first + ARGUMENT_MASK + 1)
            rest -= stop - start
            if start < stop and kind is Argument.NUMBER:
                _add_numbers(found, fixed, legal, start, stop, first)
            elif start < stop:
                self._add_offers(found, fixed, legal, first)
        if rest:
            for action in _outside(legal, [first for first, _, _ in self._amounts]):
                found[self._exact[action]] = action
        return dict(sorted(found.items()))

    def _add_offers(self, found: dict[int, int], fixed: int, legal: Sequence[int], verb: int) -> None:
        for seat in range(self.players):
            low = verb | offer_argument(seat, 0, 0)
            start, stop = bisect_left(legal, low), bisect_left(legal, low + (1 << OFFER_SEAT_SHIFT))
            if start == stop:
                continue
            fewest, most = (offer_parts(legal[place] & ARGUMENT_MASK)[1] for place in (start, stop - 1))
            for row, count in enumerate([fewest, most] if fewest < most else [fewest]):
                lowest = verb | offer_argument(seat, count, 0)
                left, right = bisect_left(legal, lowest), bisect_left(legal, verb | offer_argument(seat, count + 1, 0))
                _add_ladder(found, fixed + (2 * seat + row) * len(RUNGS), legal, left, right)


def _arguments(verb: Verb, pack: Sequence[int]) -> list[tuple[int, str]]:
    """List the arguments of a verb that has few, as int and text."""
    match verb.argument:
        case Argument.CARD:
            return [(card, CARD_TEXT[card]) for card in pack]
        case Argument.SUIT:
            return list(enumerate(SUITS))
        case Argument.WORD:
            return list(enumerate(verb.words))
        case _:
            return [(0, "")]


def _offer_labels(verb: Verb, players: int) -> list[str]:
    return [
        f"{verb.name} to seat {seat} for the {cards} cards: {name}"
        for seat in range(players)
        for cards in ("fewest", "most")
        for name in _RUNG_NAMES
    ]


def _outside(legal: Sequence[int], verbs: Sequence[int]) -> list[int]:
    """List the legal actions of all other verbs, without going through those of these verbs, which ascend."""
    listed: list[int] = []
    start = 0
    for verb in verbs:
        listed += legal[start : bisect_left(legal, verb)]
        start = bisect_left(legal, verb + ARGUMENT_MASK + 1)
    return [*listed, *legal[start:]]


def _add_numbers(found: dict[int, int], fixed: int, legal: Sequence[int], start: int, stop: int, verb: int) -> None:
    above = bisect_left(legal, verb + SMALL + 1)
    for action in legal[start:above]:
        found[fixed + (action & ARGUMENT_MASK)] = action
    _add_ladder(found, fixed + SMALL + 1, legal, above, stop)


def _add_ladder(found: dict[int, int], fixed: int, legal: Sequence[int], start: int, stop: int) -> None:
    """Add the rungs over the legal actions from place `start` up to `stop`."""
    before = -1
    for rung, part in enumerate(RUNGS):
        place = start + (stop - start - 1) * part // _WHOLE
        if start <= place < stop and place != before:
            found[fixed + rung] = legal[place]
            before = place
