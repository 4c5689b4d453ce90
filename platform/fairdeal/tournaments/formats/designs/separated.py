"""Tables at which no owner has two entrants: as many for everybody, then even meets, then even positions. Pure."""

import random
from collections.abc import Sequence
from itertools import combinations, permutations

from fairdeal.tournaments.formats.designs.cyclic import Tables
from fairdeal.tournaments.formats.designs.positions import even_positions
from fairdeal.tournaments.formats.errors import BadEntries

Owners = Sequence[str | None]
_STEPS_A_TABLE = 200
_MOST_STEPS = 60_000


def pairs_apart(owners: Owners) -> list[tuple[int, int]]:
    """Return the pairs of entrants, from 1, of one owner; house bots (None) have none."""
    numbered = list(enumerate(owners, start=1))
    return [(a, b) for (a, one), (b, other) in combinations(numbered, 2) if one is not None and one == other]


def check_owners(owners: Owners, size: int) -> None:
    """Raise BadEntries unless entrants of different owners fill a table."""
    distinct = len({owner for owner in owners if owner is not None}) + sum(owner is None for owner in owners)
    if distinct < size:
        text = f"these entries have {distinct} owners, and a table seats {size}"
        raise BadEntries(f"two bots of one owner never sit at one table of more than two; {text}")


def separated_tables(owners: Owners, size: int, count: int) -> Tables:
    """Return so many tables of entrants 1 to n without two of one owner at any."""
    check_owners(owners, size)
    tables = _filled(owners, size, count)
    _even_out(tables, owners)
    return even_positions([seat + 1 for seat in table] for table in tables)


def _filled(owners: Owners, size: int, count: int) -> list[list[int]]:
    """Fill table after table with those who have played least, then met the others at it least."""
    plays = [0] * len(owners)
    meets = [[0] * len(owners) for _ in owners]
    tables = []
    for _ in range(count):
        table: list[int] = []
        while len(table) < size:
            seated = {owners[seat] for seat in table} - {None}
            free = [seat for seat, owner in enumerate(owners) if owner not in seated and seat not in table]
            table.append(min(free, key=lambda seat: (plays[seat], sum(meets[seat][other] for other in table), seat)))
        for seat in table:
            plays[seat] += 1
            for other in table:
                meets[seat][other] += 1
        tables.append(table)
    return tables


def _even_out(tables: list[list[int]], owners: Owners) -> None:
    """Exchange entrants between tables, from a fixed seed, while that makes the meets no less even."""
    if len(tables) < 2:
        return
    size = len(tables[0])
    rng = random.Random(f"separated/{len(owners)}/{size}/{len(tables)}")
    meets = [[0] * len(owners) for _ in owners]
    for table in tables:
        for a, b in permutations(table, 2):
            meets[a][b] += 1
    for _ in range(min(_MOST_STEPS, _STEPS_A_TABLE * len(tables))):
        one, other = tables[int(rng.random() * len(tables))], tables[int(rng.random() * len(tables))]
        i, j = int(rng.random() * size), int(rng.random() * size)
        a, b = one[i], other[j]
        if b in one or a in other or not _may_swap(one, i, owners[b], owners):
            continue
        if not _may_swap(other, j, owners[a], owners):
            continue
        ones, others = [*one[:i], *one[i + 1 :]], [*other[:j], *other[j + 1 :]]
        # The sum of squares changes by 2 (m + 1) - 1 for a pair that meets more, by 1 - 2 m for one that meets less.
        change = sum(meets[b][seat] - meets[a][seat] + 1 for seat in ones)
        change += sum(meets[a][seat] - meets[b][seat] + 1 for seat in others)
        if change <= 0:
            _move(meets, a, ones, others)
            _move(meets, b, others, ones)
            one[i], other[j] = b, a


def _may_swap(table: Sequence[int], place: int, owner: str | None, owners: Owners) -> bool:
    return owner is None or all(owners[seat] != owner for index, seat in enumerate(table) if index != place)


def _move(meets: list[list[int]], seat: int, old: Sequence[int], new: Sequence[int]) -> None:
    """Count an entrant out of one table and into another."""
    for others, sign in ((old, -1), (new, 1)):
        for other in others:
            meets[seat][other] += sign
            meets[other][seat] += sign
