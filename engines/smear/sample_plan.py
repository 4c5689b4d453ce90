"""How many assignments of unseen cards there are behind each choice of a Smear sample, so that all are equally likely.

Only some seats are *bound*: those that failed to follow, and those that may have kept nothing but trumps and thrown
trumps. They are filled one after the other. What matters of the cards for the seats still to be filled is a few
classes (trumps, and suits by who cannot hold them), so the number of ways to deal on is a function of the counts by
class: it is found by recursion and remembered. Ways are counted with the cards in order in every place.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING, Final

from engines.core.cards import cards_of, mask_of
from engines.smear.known import Known

if TYPE_CHECKING:
    from engines.smear.rules import Rules

Counts = tuple[int, ...]
#: A hand that is dealt later, with all that is free.
FREE: Final[Counts] = ()
#: The kinds of which trumps are drawn.
TRUMPS_ALONE: Final = [0]


class Stage:
    """Describe the filling of one bound seat: the classes of cards, and which of them its hand may hold."""

    def __init__(self, seat: int, members: list[list[int]], allowed: list[bool], bound: bool) -> None:
        self.seat = seat
        #: By class: the kinds in it; class 0 are the trumps.
        self.members = members
        self.allowed = allowed
        #: Whether the hand is bound by what it cannot hold, not by its discards alone.
        self.bound = bound
        #: By class of this stage: the class at the next, or at the end trumps and others.
        self.merged: list[int] = []


class Option:
    """Hold one way to fill a seat: counts by class, trumps among its discards, and what is left then."""

    __slots__ = ("due", "hand", "left", "sum_to", "trumps")

    def __init__(self, hand: Counts, trumps: int, left: Counts, due: int, sum_to: int) -> None:
        self.hand = hand
        self.trumps = trumps
        #: Counts by the next stage's classes, and how many plain cards are still due to discards.
        self.left = left
        self.due = due
        #: The weights of the options up to this one, added up.
        self.sum_to = sum_to


class Plan:
    """Hold what does not change between the samples of one seat's knowledge, and the weights found so far."""

    def __init__(self, known: Known, moment: tuple[int, int, int] = (-1, -1, -1)) -> None:
        rules = known.rules
        self.known = known
        #: Deal, number of moves and seat that it holds for.
        self.moment = moment
        seen = mask_of(known.hand) | mask_of(known.own_away)
        for cards in known.played:
            seen |= cards
        unseen = mask_of(rules.pack) & ~seen
        kind_masks = _kind_masks(rules, known.trump)
        self.by_kind = [cards_of(unseen & mask) for mask in kind_masks]
        self.trumps = kind_masks[0]
        others = [seat for seat in range(rules.players) if seat != known.viewer]
        throwing = [seat for seat in others if known.away_sizes[seat]]
        #: Seats that threw plain cards while they had any; of them, those that may have had none to keep.
        self.plain_away = throwing if known.trump >= 0 and not rules.refill else []
        self.all_trumps = [
            seat
            for seat in self.plain_away
            if not known.played[seat] & ~self.trumps and not (rules.dealer_takes_rest and seat != known.dealer)
        ]
        self.free_away = [seat for seat in throwing if seat not in self.plain_away]
        bound = [seat for seat in others if known.void[seat] or seat in self.all_trumps]
        self.free_hands = [seat for seat in others if seat not in bound]
        self.away_total = sum([known.away_sizes[seat] for seat in self.plain_away])
        self.stages = _stages(known, bound, kind_masks)
        self.left = _merge([len(cards) for cards in self.by_kind], _classes(known, bound, kind_masks))
        self.known_options: dict[tuple[int, Counts, int], list[Option]] = {}

    def options(self, place: int, left: Counts, due: int) -> list[Option]:
        """List the ways to fill the seat at this place, those of no weight left out."""
        key = (place, left, due)
        found = self.known_options.get(key)
        if found is None:
            found = self.known_options[key] = self._weigh(place, left, due)
        return found

    def _completions(self, place: int, left: Counts, due: int) -> int:
        """Return how many ways there are to deal on from this place."""
        if place < len(self.stages):
            options = self.options(place, left, due)
            return options[-1].sum_to if options else 0
        plain = sum(left[1:])
        if due > plain:
            return 0
        return factorial(plain) // factorial(plain - due) * factorial(left[0] + plain - due)

    def _weigh(self, place: int, left: Counts, due: int) -> list[Option]:
        stage = self.stages[place]
        size, thrown = self.known.hand_sizes[stage.seat], self.known.away_sizes[stage.seat]
        options: list[Option] = []
        if stage.bound:
            most = [count if allowed else 0 for count, allowed in zip(left, stage.allowed, strict=True)]
            for hand in _compositions(size, most):
                self._add(options, place, hand, 0, left, due, factorial(size))
        else:
            self._add(options, place, FREE, 0, left, due, 1)
        if stage.seat in self.all_trumps and left[0] > size and stage.allowed[0]:
            hand = (size, *[0] * (len(stage.members) - 1))
            for trumps in range(1, min(thrown, left[0] - size) + 1):
                # Those of the thrown cards that are trumps take any of their places, in any order.
                ordered = factorial(size) * factorial(thrown) // factorial(thrown - trumps)
                self._add(options, place, hand, trumps, left, due - trumps, ordered)
        return options

    def _add(
        self, options: list[Option], place: int, hand: Counts, trumps: int, left: Counts, due: int, ordered: int
    ) -> None:
        ways = ordered
        after = list(left)
        for kind, used in enumerate(hand):
            ways *= comb(after[kind], used)
            after[kind] -= used
        ways *= comb(after[0], trumps)
        after[0] -= trumps
        merged = _merge(after, self.stages[place].merged)
        weight = ways * self._completions(place + 1, merged, due)
        if weight:
            before = options[-1].sum_to if options else 0
            options.append(Option(hand, trumps, merged, due, before + weight))


def _kind_masks(rules: Rules, trump: int) -> list[int]:
    """Return the kinds of cards that follow each other: the trumps first, then the suits; one kind before trumps."""
    if trump < 0:
        return [mask_of(rules.pack)]
    trumps = rules.trumps[trump].mask
    return [trumps, *[(8191 << 13 * suit) & ~trumps for suit in range(4)]]


def _classes(known: Known, seats: list[int], kind_masks: list[int]) -> list[int]:
    """Return by kind its class: trumps are one, and suits that the same of these seats cannot hold."""
    signatures: list[int] = [-1]
    classes = [0]
    for mask in kind_masks[1:]:
        signature = 0
        for place, seat in enumerate(seats):
            if known.void[seat] & mask:
                signature |= 1 << place
        if signature not in signatures:
            signatures.append(signature)
        classes.append(signatures.index(signature))
    return classes


def _stages(known: Known, bound: list[int], kind_masks: list[int]) -> list[Stage]:
    stages: list[Stage] = []
    for place, seat in enumerate(bound):
        classes = _classes(known, bound[place:], kind_masks)
        following = _classes(known, bound[place + 1 :], kind_masks)
        void = known.void[seat]
        allowed = [True] * (max(classes) + 1)
        merged = [0] * (max(classes) + 1)
        members: list[list[int]] = [[] for _ in allowed]
        for kind, mask in enumerate(kind_masks):
            members[classes[kind]].append(kind)
            if void & mask:
                allowed[classes[kind]] = False
            merged[classes[kind]] = following[kind]
        stage = Stage(seat, members, allowed, bool(void))
        stage.merged = merged
        stages.append(stage)
    return stages


def _merge(counts: list[int], into: list[int]) -> Counts:
    """Add counts up by the class that each belongs to."""
    merged = [0] * (max(into) + 1)
    for count, place in zip(counts, into, strict=True):
        merged[place] += count
    return tuple(merged)


def _compositions(size: int, most: list[int]) -> list[Counts]:
    """List all ways to make up `size` cards of the classes, of each at most so many."""
    found: list[list[int]] = [[]]
    for kind in range(len(most)):
        after = sum(most[kind + 1 :])
        longer: list[list[int]] = []
        for begun in found:
            left = size - sum(begun)
            longer += [[*begun, count] for count in range(max(0, left - after), min(most[kind], left) + 1)]
        found = longer
    return [tuple(counts) for counts in found]
