"""Balanced tables of more than two: everybody meets everybody equally often, or as nearly as can be found. Pure.

All but the smallest designs are cyclic: a few base tables, each shifted by 0 to N-1 modulo N. How often two entrants
meet then depends on the difference of their numbers alone, and everybody sits in every position equally often.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, gcd, isqrt

Tables = tuple[tuple[int, ...], ...]
# More tables than this a cycle are only made when there is no exact design with fewer.
SMALL = 120
_TRIES = 12
_STEPS = 1500


@lru_cache(maxsize=64)
def balanced_tables(entrants: int, size: int) -> Tables:
    """Return the tables of a cycle of entrants 1 to n: the smallest exact design found, or else a nearly even one."""
    if not 2 <= size <= entrants:
        raise ValueError(f"{entrants} entrants do not fill tables of {size}")
    every = comb(entrants, size)
    # Exact needs size * (size - 1) * base tables = (entrants - 1) * meets, in whole numbers.
    step = (entrants - 1) // gcd(entrants - 1, size * (size - 1))
    for bases in range(step, SMALL // entrants + 1, step):
        if every <= bases * entrants:
            break
        found = _prime_design(entrants, size) if bases * size == entrants - 1 else None
        found = found or _search(entrants, size, bases)
        if _spread(found, entrants) == 0:
            return _shifted(found, entrants)
    if every <= SMALL:
        return tuple(combinations(range(1, entrants + 1), size))
    return _shifted(_nearly_even(entrants, size), entrants)


def reseat(table: Sequence[int], cycle: int) -> tuple[int, ...]:
    """Return a table's line-up in a later cycle: everybody gets other neighbours.

    Position i goes to c * (i + 1) modulo a prime p. When p is the size plus one, every ordered pair of neighbours
    comes exactly once in `size` cycles.
    """
    prime = len(table) + 1
    while not _is_prime(prime):
        prime += 1
    factor = (cycle - 1) % (prime - 1) + 1
    order = (factor * step % prime for step in range(1, prime))
    return tuple(table[position - 1] for position in order if position <= len(table))


def _shifted(bases: Iterable[Sequence[int]], entrants: int) -> Tables:
    return tuple(
        tuple((base + shift) % entrants + 1 for base in bases_) for bases_ in bases for shift in range(entrants)
    )


def _prime_design(entrants: int, size: int) -> list[list[int]] | None:
    """Return the base tables g^(i + n*a) for a prime N = 1 + n * size, g a primitive root; None for other numbers."""
    count, rest = divmod(entrants - 1, size)
    if rest or not _is_prime(entrants):
        return None
    root = next(g for g in range(2, entrants) if _order(g, entrants) == entrants - 1)
    return [[pow(root, i + count * a, entrants) for a in range(size)] for i in range(count)]


def _nearly_even(entrants: int, size: int) -> list[list[int]]:
    """Return base tables by which every pair meets, with as few tables as the search gets along with."""
    bases = -(-(entrants - 1) // (size * (size - 1)))
    while True:
        found = _search(entrants, size, bases)
        meets = _meets(found, entrants)
        if min(meets[d] for d in range(1, entrants)) > 0 and _spread(found, entrants) <= 2:
            return found
        bases += 1


def _search(entrants: int, size: int, count: int) -> list[list[int]]:
    """Look for base tables whose differences come equally often: descent with restarts, from a fixed seed."""
    rng = random.Random(f"tables/{entrants}/{size}/{count}")
    # What cannot come out even is as good as it gets when the counts differ by one.
    enough = 0 if count * size * (size - 1) % (entrants - 1) == 0 else 1
    best: list[list[int]] = []
    best_cost = -1
    for _ in range(_TRIES):
        bases = [rng.sample(range(entrants), size) for _ in range(count)]
        cost = _descend(bases, entrants, rng)
        if best_cost < 0 or cost < best_cost:
            best, best_cost = bases, cost
        if _spread(best, entrants) <= enough:
            break
    return [[(seat - base[0]) % entrants for seat in base] for base in best]


def _descend(bases: list[list[int]], entrants: int, rng: random.Random) -> int:
    """Exchange seats, one at a time, while that makes nothing worse; return the sum of squares of the meets."""
    meets = _meets(bases, entrants)
    cost = sum(value * value for value in meets.values())
    for _ in range(_STEPS):
        base = rng.choice(bases)
        position, new = rng.randrange(len(base)), rng.randrange(entrants)
        if new in base:
            continue
        others = [seat for place, seat in enumerate(base) if place != position]
        change = _add(meets, base[position], others, entrants, -1) + _add(meets, new, others, entrants, 1)
        if change <= 0:
            base[position] = new
            cost += change
        else:
            _add(meets, new, others, entrants, -1)
            _add(meets, base[position], others, entrants, 1)
    return cost


def _add(meets: Counter[int], seat: int, others: Iterable[int], entrants: int, sign: int) -> int:
    """Count a seat's differences in or out; return by how much the sum of squares changes."""
    change = 0
    for other in others:
        for difference in ((seat - other) % entrants, (other - seat) % entrants):
            change += 2 * sign * meets[difference] + 1
            meets[difference] += sign
    return change


def _meets(bases: Iterable[Sequence[int]], entrants: int) -> Counter[int]:
    """Count how often each difference comes, both ways round."""
    return Counter((a - b) % entrants for base in bases for a in base for b in base if a != b)


def _spread(bases: Iterable[Sequence[int]], entrants: int) -> int:
    meets = _meets(bases, entrants)
    counts = [meets[difference] for difference in range(1, entrants)]
    return max(counts) - min(counts)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, isqrt(number) + 1))


def _order(element: int, prime: int) -> int:
    power, order = element, 1
    while power != 1:
        power, order = power * element % prime, order + 1
    return order
