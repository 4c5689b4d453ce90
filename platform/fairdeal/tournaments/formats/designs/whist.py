"""Designs for partnerships of individuals: everybody is everybody's partner and opponent equally often. Pure.

A line-up is in seat order: seat i is on side i % sides. For two sides of two these are whist designs: each pair is
partners once and opponents twice, or twice and four times where that cannot be.
"""

from functools import lru_cache

from fairdeal.tournaments.formats.designs.cyclic import Shape, Tables, search, shifted, spread
from fairdeal.tournaments.formats.designs.positions import even_seats_of_sides
from fairdeal.tournaments.formats.designs.tables import SMALL, field_design
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings

#: Base games of whist designs, as partners and partners. N entrants: modulo N, or modulo N - 1 with one who stays (N
#: - 1).
STARTERS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    6: ((3, 4, 0, 5), (0, 3, 4, 1), (5, 3, 1, 0)),
    7: ((1, 5, 2, 4), (2, 3, 1, 4), (0, 2, 4, 5)),
    8: ((1, 5, 3, 4), (6, 7, 2, 0)),
    10: ((3, 8, 9, 0), (4, 2, 9, 0), (3, 8, 6, 4), (8, 0, 2, 3), (4, 7, 3, 6)),
    11: ((9, 3, 1, 4), (1, 7, 0, 9), (4, 5, 7, 0), (10, 7, 1, 0), (2, 0, 7, 3)),
    12: ((4, 10, 8, 5), (3, 1, 0, 11), (6, 7, 9, 2)),
    14: (
        (7, 11, 10, 5),
        (9, 3, 1, 6),
        (13, 11, 5, 12),
        (3, 2, 13, 7),
        (1, 5, 7, 9),
        (12, 1, 8, 9),
        (1, 4, 3, 0),
    ),
    16: ((13, 3, 12, 6), (11, 8, 4, 15), (10, 14, 0, 1), (5, 7, 9, 2)),
    20: ((8, 6, 13, 2), (10, 1, 11, 7), (17, 5, 16, 0), (15, 19, 3, 4), (14, 9, 12, 18)),
    21: ((13, 5, 12, 10), (3, 2, 15, 19), (9, 6, 16, 7), (1, 17, 11, 4), (8, 18, 20, 14)),
    24: ((13, 0, 12, 3), (21, 19, 14, 2), (4, 8, 7, 10), (16, 22, 18, 11), (23, 17, 9, 1), (5, 6, 15, 20)),
}


@lru_cache(maxsize=64)
def partnership_tables(entrants: int, size: int, sides: int) -> Tables:
    """Return the tables of a cycle for sides of individuals: exact where a design is known, else a nearly even one."""
    if not 2 <= sides < size or size % sides:
        raise BadSettings("sides", f"a table of {size} has sides of two or more of equal size, not {sides} sides")
    if entrants < size:
        raise BadEntries(f"{entrants} entrants do not fill a table of {size}")
    if size == 4 and sides == 2 and entrants in STARTERS:
        modulus = entrants if entrants % 2 else entrants - 1
        return even_seats_of_sides(shifted([(a, c, b, d) for a, b, c, d in STARTERS[entrants]], modulus), sides)
    if sides == 2:
        exact = field_design(entrants, size)
        if exact:
            return exact
    return _searched(entrants, size, sides)


def _searched(entrants: int, size: int, sides: int) -> Tables:
    """Return the most even tables among few that give everybody every partner, the smallest among equals."""
    partners = size // sides - 1
    # Over the shifts of one base table everybody has `size` line-ups with that many partners each.
    least = -(-(entrants - 1) // (size * partners))
    best: Tables = ()
    best_spread = -1
    for bases in range(least, least + max(1, SMALL // (entrants * least)) + 1):
        shape = _shape(entrants, size, bases, sides)
        found = search(shape)
        wide = spread(found, shape)
        if best_spread < 0 or wide < best_spread:
            best, best_spread = even_seats_of_sides(shifted(found, shape.modulus), sides), wide
        if wide == 0:
            break
    return best


def _shape(entrants: int, size: int, bases: int, sides: int) -> Shape:
    """Return what to search: with one who stays where he is, if so everybody plays equally often, else without."""
    fixed, rest = divmod(bases * size, entrants)
    if entrants % 2 == 0 and rest == 0:
        return Shape(entrants - 1, size, bases, sides, fixed)
    return Shape(entrants, size, bases, sides)
