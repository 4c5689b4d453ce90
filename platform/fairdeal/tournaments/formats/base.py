"""What every format gives: the tables of a tournament, and a report of how even they are. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the schedule: pairing numbers, from 1, in line-up order."""

    cycle: int
    round: int
    table: int
    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """How even a schedule is: least and most over all pairs, all entrants, all entrants and positions."""

    tables: int
    rounds: int
    meets: tuple[int, int]
    plays: tuple[int, int]
    positions: tuple[int, int]
    byes: tuple[int, int]

    @property
    def is_balanced(self) -> bool:
        """Say whether every pair meets equally often; who sits where is made even by the rotations of each block."""
        return self.meets[0] == self.meets[1]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All tables in the order in which they are handed out, and the report on them."""

    tables: tuple[Table, ...]
    report: Report


class Format(Protocol):
    """A format: its settings are attributes, and it makes the schedule for so many entrants."""

    table_size: int

    def schedule(self, entrants: int) -> Schedule:
        """Return the schedule for entrants 1 to n; raises ValueError for too few of them."""


def report_on(tables: Sequence[Table], entrants: int) -> Report:
    """Count meets, plays, positions and byes of a schedule."""
    numbers = range(1, entrants + 1)
    size = len(tables[0].entrants) if tables else 0
    meets: Counter[tuple[int, int]] = Counter()
    positions: Counter[tuple[int, int]] = Counter()
    rounds: dict[tuple[int, int], set[int]] = {}
    for table in tables:
        meets.update(combinations(sorted(table.entrants), 2))
        positions.update((entrant, position) for position, entrant in enumerate(table.entrants))
        rounds.setdefault((table.cycle, table.round), set()).update(table.entrants)
    plays = [sum(positions[number, position] for position in range(size)) for number in numbers]
    byes = [sum(number not in seated for seated in rounds.values()) for number in numbers]
    return Report(
        tables=len(tables),
        rounds=len(rounds),
        meets=_span(meets[pair] for pair in combinations(numbers, 2)),
        plays=_span(plays),
        positions=_span(positions[number, position] for number in numbers for position in range(size)),
        byes=_span(byes),
    )


def _span(counts: Iterable[int]) -> tuple[int, int]:
    values = list(counts) or [0]
    return min(values), max(values)
