"""Deal hidden cards to three places, each way that keeps the bounds equally likely.

Cards come in groups (suits). A bound says of a place that it has none of a group, or at least one. How many cards of
each group a place gets is drawn by the number of ways to deal so; which cards these are, by shuffling the group.
"""

from __future__ import annotations

from bisect import bisect_right
from math import comb

from engines.core.errors import EngineError
from engines.core.rng import Randomness

#: By place the groups of which it has none, then by place those of which it has at least one, as bit masks.
Bounds = tuple[int, int, int, int, int, int]
NO_BOUNDS: Bounds = (0, 0, 0, 0, 0, 0)


def shuffle(cards: list[int], count: int, rng: Randomness) -> None:
    """Bring a random choice of `count` cards in random order to the front of the list."""
    size = len(cards)
    for place in range(count):
        other = place + int(rng.random() * (size - place))
        cards[place], cards[other] = cards[other], cards[place]


class _Splits:
    """Hold the ways to share out a group: how many cards go to the first two places."""

    __slots__ = ("ends", "parts", "total")

    def __init__(self) -> None:
        self.total = 0
        #: The ways of this part and those before it; ints beyond 64 bits are possible.
        self.ends: list[int] = []
        self.parts: list[tuple[int, int]] = []

    def add(self, first: int, second: int, ways: int) -> None:
        """Add so many ways to give `first` and `second` cards to the first two places."""
        self.total += ways
        self.ends.append(self.total)
        self.parts.append((first, second))

    def draw(self, rng: Randomness) -> tuple[int, int]:
        """Draw a part, each way equally likely."""
        return self.parts[draw_place(self.ends, rng)]


class Spread:
    """Deal groups of cards to three places with room for so many; `cases` are bounds that exclude one another."""

    __slots__ = ("bound", "cases", "ends", "free", "groups", "rest", "room", "splits")

    def __init__(self, groups: list[list[int]], room: list[int], cases: list[Bounds]) -> None:
        bounded = 0
        for case in cases:
            for mask in case:
                bounded |= mask
        self.room = room
        self.cases = cases
        #: The groups that a bound speaks of; the cards of all others are one heap.
        self.groups: list[int] = [group for group in range(len(groups)) if bounded >> group & 1]
        self.bound: list[list[int]] = [groups[group] for group in self.groups]
        self.free: list[int] = []
        for group, cards in enumerate(groups):
            if not bounded >> group & 1:
                self.free += cards
        #: By place in `bound`: the cards of that group and all after it.
        self.rest: list[int] = [len(self.free)]
        for cards in reversed(self.bound):
            self.rest.insert(0, self.rest[0] + len(cards))
        self.splits: dict[tuple[int, int, int, int], _Splits] = {}
        #: The ways of each case and those before it.
        self.ends: list[int] = []
        total = 0
        for number in range(len(cases)):
            total += self._ways(number, 0, room[0], room[1])
            self.ends.append(total)
        if not total:
            raise EngineError("no deal agrees with what the seat knows")

    def deal(self, rng: Randomness) -> list[list[int]]:
        """Deal all cards anew."""
        first, second = self.room[0], self.room[1]
        dealt: list[list[int]] = [[], [], []]
        if self.bound:
            case = draw_place(self.ends, rng) if len(self.cases) > 1 else 0
            for index, cards in enumerate(self.bound):
                to_first, to_second = self._split(case, index, first, second).draw(rng)
                _hand_out(dealt, cards, to_first, to_second, rng)
                first -= to_first
                second -= to_second
        _hand_out(dealt, self.free, first, second, rng)
        return dealt

    def _ways(self, case: int, index: int, first: int, second: int) -> int:
        """Count the ways to deal the groups from this one on into the room that is left."""
        if index == len(self.bound):
            third = self.rest[index] - first - second
            return _ways_to_part(first, second, third) if min(first, second, third) >= 0 else 0
        return self._split(case, index, first, second).total

    def _split(self, case: int, index: int, first: int, second: int) -> _Splits:
        key = (case, index, first, second)
        found = self.splits.get(key)
        if found is not None:
            return found
        splits = self.splits[key] = _Splits()
        none_1, none_2, none_3, some_1, some_2, some_3 = self.cases[case]
        bit = 1 << self.groups[index]
        size = len(self.bound[index])
        most_1 = 0 if none_1 & bit else min(size, first)
        most_2 = 0 if none_2 & bit else second
        most_3 = 0 if none_3 & bit else self.rest[index] - first - second
        least_3 = 1 if some_3 & bit else 0
        for to_first in range(1 if some_1 & bit else 0, most_1 + 1):
            left = size - to_first
            for to_second in range(max(1 if some_2 & bit else 0, left - most_3), min(most_2, left - least_3) + 1):
                ways = self._ways(case, index + 1, first - to_first, second - to_second)
                if ways:
                    splits.add(to_first, to_second, ways * _ways_to_part(to_first, to_second, left - to_second))
        return splits


def draw_place(ends: list[int], rng: Randomness) -> int:
    """Draw a place by its weight; `ends` are the sums of the weights up to each place."""
    return min(bisect_right(ends, rng.random() * ends[-1]), len(ends) - 1)


def _ways_to_part(first: int, second: int, third: int) -> int:
    return comb(first + second + third, first) * comb(second + third, second)


def _hand_out(dealt: list[list[int]], cards: list[int], first: int, second: int, rng: Randomness) -> None:
    order = cards.copy()
    shuffle(order, first + second, rng)
    dealt[0] += order[:first]
    dealt[1] += order[first : first + second]
    dealt[2] += order[first + second :]
