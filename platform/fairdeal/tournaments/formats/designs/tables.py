"""Balanced tables of more than two: everybody meets everybody equally often, or as nearly as can be found. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, isqrt

from fairdeal.tournaments.formats.designs.cyclic import Shape, Tables, bases_step, least_meets, search, shifted, spread
from fairdeal.tournaments.formats.designs.field import field_of
from fairdeal.tournaments.formats.designs.positions import even_positions
from fairdeal.tournaments.formats.errors import BadEntries

# More tables than this a cycle are only made when there is no exact design with fewer.
SMALL = 120
#: So many numbers of base tables are tried for a design in which meets differ by one, before one by two will do.
_WIDER = 3

#: Sets in which every difference modulo N comes equally often (projective planes and such), by entrants and table size.
DIFFERENCE_SETS: dict[tuple[int, int], tuple[int, ...]] = {
    (21, 5): (0, 1, 4, 14, 16),
    (31, 6): (0, 1, 3, 8, 12, 18),
    (37, 9): (1, 7, 9, 10, 12, 16, 26, 33, 34),
    (57, 8): (0, 1, 3, 13, 32, 36, 43, 52),
    (73, 9): (1, 2, 4, 8, 16, 32, 37, 55, 64),
    (91, 10): (0, 1, 3, 9, 27, 49, 56, 61, 77, 81),
}


@lru_cache(maxsize=64)
def balanced_tables(entrants: int, size: int) -> Tables:
    """Return the tables of a cycle of entrants 1 to n: the smallest exact design found, or else a nearly even one."""
    if not 2 <= size <= entrants:
        raise BadEntries(f"{entrants} entrants do not fill tables of {size}")
    every = comb(entrants, size)
    step = bases_step(entrants, size)
    for bases in range(step, max(SMALL // entrants, 1) + 1, step):
        if every < bases * entrants:
            break
        if bases == 1 and (entrants, size) in DIFFERENCE_SETS:
            return shifted([DIFFERENCE_SETS[entrants, size]], entrants)
        exact = field_design(entrants, size) if bases * size == entrants - 1 else None
        if exact:
            return exact
        shape = Shape(entrants, size, bases)
        found = search(shape)
        if spread(found, shape) == 0:
            return shifted(found, entrants)
    if every <= SMALL:
        return even_positions(combinations(range(1, entrants + 1), size))
    return _nearly_even(entrants, size)


def field_design(entrants: int, size: int) -> Tables | None:
    """Return the cosets design over the field of N elements, where there is one and N = 1 + n * size; else None.

    The base tables are g^(i + n a), a the seat, g primitive. Every pair meets size - 1 times, everybody has every
    seat n times and every other on his left once. For 2 sides of 2 it is a whist design, for 2 of 3 partners meet as
    such twice and as opponents three times; the sides are those of the seat's number, even and odd.
    """
    count, rest = divmod(entrants - 1, size)
    field = None if rest else field_of(entrants)
    if field is None:
        return None
    return tuple(
        tuple(field.add(field.powers[i + count * a], shift) + 1 for a in range(size))
        for i in range(count)
        for shift in range(entrants)
    )


def reseat(table: Sequence[int], cycle: int) -> tuple[int, ...]:
    """Return a table's line-up in a later cycle: everybody gets other neighbours.

    Position i goes to c * (i + 1) modulo a prime p. When p is the size plus one, every ordered pair of neighbours
    comes exactly once in `size` cycles.
    """
    prime = len(table) + 1
    while not all(prime % divisor for divisor in range(2, isqrt(prime) + 1)):
        prime += 1
    factor = (cycle - 1) % (prime - 1) + 1
    order = (factor * step % prime for step in range(1, prime))
    return tuple(table[position - 1] for position in order if position <= len(table))


def _nearly_even(entrants: int, size: int) -> Tables:
    """Return tables by which every pair meets, as few as the search gets along with: meets differ by one, or two."""
    least = -(-(entrants - 1) // (size * (size - 1)))
    best: Tables | None = None
    bases = least
    while best is None or bases < least + _WIDER:
        shape = Shape(entrants, size, bases)
        found = search(shape)
        wide = spread(found, shape)
        if least_meets(found, shape) > 0 and wide <= 2:
            if wide <= 1:
                return shifted(found, entrants)
            best = best or shifted(found, entrants)
        bases += 1
    return best
