"""Cyclic designs: a few base tables, each shifted by 0 to m - 1 modulo m. Pure.

How often two entrants meet depends on the difference of their numbers alone, and everybody sits in every position
equally often. One entrant more may stay where he is when all others are shifted: he is written as the modulus itself,
and what he has with the others is counted under the difference 0.

Seat i of a base table is on side i % sides where there are sides; partners and opponents are then counted apart.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

Tables = tuple[tuple[int, ...], ...]
Bases = list[list[int]]
#: How often each difference comes: a list for opponents (and where there are no sides), and one for partners.
Meets = list[list[int]]

_TRIES = 12
_STEPS = 1500
_REORDERS = 300


@dataclass(frozen=True, slots=True)
class Shape:
    """What is searched: base tables of a size modulo m, with a fixed entrant in so many of them, and sides or none."""

    modulus: int
    size: int
    bases: int
    sides: int = 0
    fixed: int = 0


def shifted(bases: Sequence[Sequence[int]], modulus: int) -> Tables:
    """Return the tables of entrants 1 to n that base tables give."""
    return tuple(
        tuple((seat + shift) % modulus + 1 if seat < modulus else modulus + 1 for seat in base)
        for base in bases
        for shift in range(modulus)
    )


def search(shape: Shape) -> Bases:
    """Look for base tables whose differences come equally often: descent with restarts, from a fixed seed."""
    rng = random.Random(f"tables/{shape.modulus}/{shape.size}/{shape.bases}/{shape.sides}/{shape.fixed}")
    enough = _least_spread(shape)
    best: Bases = []
    best_cost = -1
    for _ in range(_TRIES):
        attempt = _Descent(shape, rng)
        cost = attempt.run(enough)
        if best_cost < 0 or cost < best_cost:
            best, best_cost = attempt.bases, cost
        if spread(best, shape) <= enough:
            break
    return best if shape.sides else _spread_neighbours(best, shape.modulus, rng)


def spread(bases: Bases, shape: Shape) -> int:
    """Return by how much the most and the least met pair differ; with sides, the worse of partners and opponents."""
    return _spread(_meets(bases, shape), shape)


def least_meets(bases: Bases, shape: Shape) -> int:
    """Return how often the pair meets that meets least; with sides, in the kind in which it does so least."""
    first = 0 if shape.fixed else 1
    return min(min(counts[first:]) for counts in _meets(bases, shape))


def _spread(meets: Meets, shape: Shape) -> int:
    first = 0 if shape.fixed else 1
    return max(max(counts[first:]) - min(counts[first:]) for counts in meets)


def _least_spread(shape: Shape) -> int:
    """Return 0 where the meets could come out even in every kind, else 1: nothing better can be had then."""
    entrants = shape.modulus + (1 if shape.fixed else 0)
    partners = shape.size * (shape.size // shape.sides - 1) if shape.sides else 0
    opponents = shape.size * (shape.size - 1) - partners
    tables = shape.bases * shape.modulus
    return 0 if all(tables * pairs % (entrants * (entrants - 1)) == 0 for pairs in (opponents, partners)) else 1


def _meets(bases: Bases, shape: Shape) -> Meets:
    """Count how often each difference comes, both ways round."""
    meets: Meets = [[0] * shape.modulus for _ in range(2 if shape.sides else 1)]
    for base in bases:
        for position, seat in enumerate(base):
            _count(meets, shape, base[:position], position, seat, 1)
    return meets


def _count(meets: Meets, shape: Shape, others: Sequence[int], position: int, seat: int, sign: int) -> int:
    """Count a seat's differences to those of other seats in or out; return by how much the sum of squares changes.

    `others` are the seats of the base table in order, as many as are to be counted; its own place is passed over.
    """
    change, modulus, sides = 0, shape.modulus, shape.sides
    for place, other in enumerate(others):
        if place == position:
            continue
        counts = meets[sides and (place - position) % sides == 0]
        if modulus in (seat, other):
            change += 2 * sign * counts[0] + 1
            counts[0] += sign
            continue
        for difference in (seat - other, other - seat):
            # Python counts from the end of the list for negative numbers: differences are modulo its length.
            change += 2 * sign * counts[difference] + 1
            counts[difference] += sign
    return change


class _Descent:
    """One try: exchange seats, one at a time, while that makes the sum of squares of the meets no greater."""

    def __init__(self, shape: Shape, rng: random.Random) -> None:
        self._shape, self._rng = shape, rng
        free = range(shape.modulus)
        self.bases = [[shape.modulus, *rng.sample(free, shape.size - 1)] for _ in range(shape.fixed)]
        self.bases += [rng.sample(free, shape.size) for _ in range(shape.bases - shape.fixed)]
        self._meets = _meets(self.bases, shape)

    def run(self, enough: int) -> int:
        """Descend; return the sum of squares."""
        shape, meets, rng = self._shape, self._meets, self._rng
        for step in range(_STEPS):
            base = self.bases[int(rng.random() * shape.bases)]
            position, new = int(rng.random() * shape.size), int(rng.random() * shape.modulus)
            old = base[position]
            if new in base or old == shape.modulus:
                continue
            change = _count(meets, shape, base, position, old, -1) + _count(meets, shape, base, position, new, 1)
            if change <= 0:
                base[position] = new
            else:
                _count(meets, shape, base, position, new, -1)
                _count(meets, shape, base, position, old, 1)
            if step % 64 == 0 and _spread(meets, shape) <= enough:
                break
        return sum(count * count for counts in meets for count in counts)


def _spread_neighbours(bases: Bases, modulus: int, rng: random.Random) -> Bases:
    """Order the seats of each base table so that everybody sits to the left of everybody about equally often."""
    found = [list(base) for base in bases]
    left: Counter[int] = Counter()
    for base in found:
        left.update(_left_differences(base, modulus))
    for _ in range(_REORDERS if len(found[0]) > 3 else 0):
        base = rng.choice(found)
        i, j = rng.sample(range(len(base)), 2)
        before = sum(count * count for count in left.values())
        left.subtract(_left_differences(base, modulus))
        base[i], base[j] = base[j], base[i]
        left.update(_left_differences(base, modulus))
        if sum(count * count for count in left.values()) > before:
            left.subtract(_left_differences(base, modulus))
            base[i], base[j] = base[j], base[i]
            left.update(_left_differences(base, modulus))
    return found


def _left_differences(base: Sequence[int], modulus: int) -> list[int]:
    return [(base[(place + 1) % len(base)] - seat) % modulus for place, seat in enumerate(base)]


def bases_step(entrants: int, size: int) -> int:
    """Return the step in the number of base tables at which meets can come out even."""
    return (entrants - 1) // gcd(entrants - 1, size * (size - 1))
