"""Who has which place in the line-ups of tables that are otherwise settled: as evenly as exchanges bring it. Pure."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from fairdeal.tournaments.formats.designs.cyclic import Tables


def even_positions(tables: Iterable[Iterable[int]]) -> Tables:
    """Exchange places within tables while somebody has one of them oftener than the other."""
    found = [list(table) for table in tables]
    seen = Counter((seat, place) for table in found for place, seat in enumerate(table))
    is_changed = True
    while is_changed:
        is_changed = False
        for table in found:
            for i, j in combinations(range(len(table)), 2):
                a, b = table[i], table[j]
                # The sum of squares falls by moving a from i to j and b from j to i.
                if seen[a, i] - seen[a, j] + seen[b, j] - seen[b, i] > 2:
                    seen.subtract([(a, i), (b, j)])
                    seen.update([(a, j), (b, i)])
                    table[i], table[j] = b, a
                    is_changed = True
    return tuple(tuple(table) for table in found)


def even_seats_of_sides(tables: Iterable[Iterable[int]], sides: int) -> Tables:
    """Turn the line-ups of tables, and exchange partners, while somebody has a place too often by it; sides stay."""
    found = [tuple(table) for table in tables]
    seen: Counter[tuple[int, int]] = Counter()
    # The first pass places every table after those before it; the later ones only better what is there.
    is_first, is_changed = True, True
    while is_changed:
        is_changed = is_first
        for index, table in enumerate(found):
            if not is_first:
                seen.subtract((seat, place) for place, seat in enumerate(table))
            choices = _same_sides(table, sides)
            costs = [sum(seen[seat, place] for place, seat in enumerate(choice)) for choice in choices]
            best = costs.index(min(costs))
            is_changed = is_changed or costs[best] < costs[0]
            found[index] = choices[best]
            seen.update((seat, place) for place, seat in enumerate(choices[best]))
        is_first = False
    return tuple(found)


def _same_sides(table: tuple[int, ...], sides: int) -> list[tuple[int, ...]]:
    """Return a line-up, and those that one turn and one exchange of partners make of it."""
    turns = [table[turn:] + table[:turn] for turn in range(len(table))]
    choices = list(turns)
    for i, j in combinations(range(len(table)), 2):
        if (j - i) % sides == 0:
            for turn in turns:
                swapped = list(turn)
                swapped[i], swapped[j] = turn[j], turn[i]
                choices.append(tuple(swapped))
    return choices


def even_partners(tables: Iterable[Iterable[int]], sides: int) -> Tables:
    """Exchange places between the sides of tables while two are partners oftener by it than others."""
    found = [list(table) for table in tables]
    seen = Counter(pair for table in found for pair in _partners(table, sides))
    is_changed = True
    while is_changed:
        is_changed = False
        for index, table in enumerate(found):
            seen.subtract(_partners(table, sides))
            best, least = table, sum(seen[pair] for pair in _partners(table, sides))
            for i, j in combinations(range(len(table)), 2):
                other = table.copy()
                other[i], other[j] = table[j], table[i]
                cost = sum(seen[pair] for pair in _partners(other, sides))
                if cost < least:
                    best, least, is_changed = other, cost, True
            found[index] = best
            seen.update(_partners(best, sides))
    return tuple(tuple(table) for table in found)


def _partners(table: list[int], sides: int) -> list[tuple[int, int]]:
    return [pair for side in range(sides) for pair in combinations(sorted(table[side::sides]), 2)]
