"""Seating one round of a Swiss at tables of more than two: equals together, those who have met apart. Pure.

A round starts from the order of scores, then of seeds, cut into tables; in the first round table t of T gets seeds t,
t + T, t + 2 T and so on. Then entrants are exchanged between tables while that lowers the sum over all pairs at a
table of the square of their difference in score, and for every time they have met already what a difference of
`REPEAT_POINTS` would cost. Two of one owner are never left at a table.
"""

import random
from collections.abc import Sequence

from fairdeal.tournaments.formats.assignment import assign
from fairdeal.tournaments.formats.swiss_state import Player

REPEAT_POINTS = 2
_STEPS_AN_ENTRANT = 150
Lineup = tuple[int, ...]


def seat_round(
    players: Sequence[Player], owners: Sequence[str | None], size: int, *, round_number: int
) -> list[Lineup] | None:
    """Return the line-ups of a round, byes as one number; None if nobody is left for a bye, or owners cannot be parted.

    `players` are in the order of their ranks, and `owners` theirs.
    """
    resting = _resting(players, len(players) % size)
    if resting is None or len(players) < size:
        return None
    seated = [index for index in range(len(players)) if index not in resting]
    if round_number == 1:
        count = len(seated) // size
        tables = [seated[table::count] for table in range(count)]
    else:
        seated.sort(key=lambda index: (-players[index].score, players[index].rank))
        tables = [seated[start : start + size] for start in range(0, len(seated), size)]
    apart = 1 + len(players) ** 2 * (_repeat(size) * round_number + (2 * (size - 1) * round_number) ** 2)
    costs = _costs(players, owners, size, apart)
    _exchange(tables, costs, random.Random(f"swiss/{len(players)}/{size}/{round_number}"))
    _part(tables, costs, apart)
    if any(costs[a][b] >= apart for table in tables for a in table for b in table):
        return None
    lineups = [_in_seats([players[index] for index in table]) for table in tables]
    return lineups + [(players[index].number,) for index in sorted(resting)]


def _resting(players: Sequence[Player], count: int) -> set[int] | None:
    """Return who has a bye: the lowest scores, then seeds, of those who had none; None if they are too few."""
    free = [index for index, player in enumerate(players) if not player.had_bye]
    if len(free) < count:
        return None
    return set(sorted(free, key=lambda index: (players[index].score, -players[index].rank))[:count])


def _repeat(size: int) -> int:
    return (REPEAT_POINTS * 2 * (size - 1)) ** 2


def _costs(players: Sequence[Player], owners: Sequence[str | None], size: int, apart: int) -> list[list[int]]:
    """Return what it costs that two sit at one table; more than all else together if one owner has both."""
    costs = [[0] * len(players) for _ in players]
    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            other = players[j]
            cost = (one.score - other.score) ** 2 + _repeat(size) * one.met[other.number]
            if owners[i] is not None and owners[i] == owners[j]:
                cost += apart
            costs[i][j] = costs[j][i] = cost
    return costs


def _exchange(tables: list[list[int]], costs: Sequence[Sequence[int]], rng: random.Random) -> None:
    """Exchange entrants of two tables, at random from a fixed seed, wherever that lowers the cost."""
    if len(tables) < 2:
        return
    size = len(tables[0])
    for _ in range(_STEPS_AN_ENTRANT * size * len(tables)):
        one, other = tables[int(rng.random() * len(tables))], tables[int(rng.random() * len(tables))]
        if one is not other:
            _swap_if_better(one, int(rng.random() * size), other, int(rng.random() * size), costs)


def _part(tables: list[list[int]], costs: Sequence[Sequence[int]], apart: int) -> None:
    """Try every exchange for those who still sit with another of their owner."""
    for table in tables:
        for i, seat in enumerate(table):
            if any(costs[seat][mate] >= apart for mate in table):
                for other in tables:
                    if other is not table and any(
                        _swap_if_better(table, i, other, j, costs) for j in range(len(other))
                    ):
                        break


def _swap_if_better(one: list[int], i: int, other: list[int], j: int, costs: Sequence[Sequence[int]]) -> bool:
    """Exchange two entrants if that lowers the cost; say whether it has."""
    a, b = one[i], other[j]
    from_a, from_b = costs[a], costs[b]
    # An entrant's cost with himself is 0, so a needs no leaving out in his own table; with the other he would count
    # twice.
    change = sum(from_b[seat] - from_a[seat] for seat in one) + sum(from_a[seat] - from_b[seat] for seat in other)
    if change - 2 * from_a[b] >= 0:
        return False
    one[i], other[j] = b, a
    return True


def _in_seats(players: Sequence[Player]) -> Lineup:
    """Return a table's line-up: seats that each has had least, as the sum of squares has it."""
    size = len(players)
    had = {(i, seat): player.seats.count(seat) for i, player in enumerate(players) for seat in range(size)}
    given = assign({key: (2 * count + 1) * (size + 1) for key, count in had.items()}, size)
    return tuple(players[given[seat]].number for seat in range(size))
