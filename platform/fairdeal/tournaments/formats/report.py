"""How even a schedule is: everything counted, least and most. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from fairdeal.tournaments.formats.base import Table

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Report:
    """How even a schedule is: least and most over all pairs, all entrants, all entrants and positions.

    `neighbours` counts how often one sits to the left of another, in either order; in a block's rotations it stays
    so, while everybody sits everywhere. `partners` and `opponents` are there for tables of sides. `kept_apart` is the
    number of pairs that never meet because one owner has both; they are not in `meets`, `neighbours` and the like.
    """

    tables: int
    rounds: int
    meets: Span
    plays: Span
    positions: Span
    byes: Span
    neighbours: Span = (0, 0)
    partners: Span | None = None
    opponents: Span | None = None
    kept_apart: int = 0
    #: Without the owners' rule, where it changed the schedule: what it costs is the difference.
    meets_unconstrained: Span | None = None

    @property
    def is_balanced(self) -> bool:
        """Say whether every pair meets equally often; who sits where is made even by the rotations of each block."""
        return self.meets[0] == self.meets[1]

    def rows(self) -> list[tuple[str, int, int]]:
        """Return the numbers for print and export: what is counted, least, most."""
        spans = {
            "tables": (self.tables, self.tables),
            "rounds": (self.rounds, self.rounds),
            "meets of a pair": self.meets,
            "tables of an entrant": self.plays,
            "times in a seat of the first game": self.positions,
            "rounds without a table": self.byes,
            "times to the left of another": self.neighbours,
            "times partners": self.partners,
            "times opponents": self.opponents,
            "pairs of one owner, kept apart": (self.kept_apart, self.kept_apart) if self.kept_apart else None,
            "meets of a pair if owners did not matter": self.meets_unconstrained,
        }
        return [(name, *span) for name, span in spans.items() if span is not None]


@dataclass(frozen=True, slots=True)
class Schedule:
    """All tables in the order in which they are handed out, and the report on them."""

    tables: tuple[Table, ...]
    report: Report


def report_on(
    tables: Sequence[Table],
    entrants: int,
    *,
    apart: Iterable[tuple[int, int]] = (),
    sides: int | None = None,
    meets_unconstrained: Span | None = None,
) -> Report:
    """Count a schedule. `apart` are pairs that may not meet, with the lower number first; with `sides`, seat i of a
    line-up is on side i % sides."""
    numbers = range(1, entrants + 1)
    size = len(tables[0].entrants) if tables else 0
    forbidden = set(apart)
    pairs = [pair for pair in combinations(numbers, 2) if pair not in forbidden]
    meets: Counter[tuple[int, int]] = Counter()
    partners: Counter[tuple[int, int]] = Counter()
    positions: Counter[tuple[int, int]] = Counter()
    neighbours: Counter[tuple[int, int]] = Counter()
    rounds: dict[tuple[int, int], set[int]] = {}
    for table in tables:
        seats = table.entrants
        meets.update(combinations(sorted(seats), 2))
        positions.update((entrant, position) for position, entrant in enumerate(seats))
        neighbours.update((seat, seats[(index + 1) % size]) for index, seat in enumerate(seats))
        for side in range(sides or 0):
            partners.update(combinations(sorted(seats[side :: sides or 1]), 2))
        rounds.setdefault((table.cycle, table.round), set()).update(seats)
    plays = [sum(positions[number, position] for position in range(size)) for number in numbers]
    byes = [sum(number not in seated for seated in rounds.values()) for number in numbers]
    return Report(
        tables=len(tables),
        rounds=len(rounds),
        meets=span(meets[pair] for pair in pairs),
        plays=span(plays),
        positions=span(positions[number, position] for number in numbers for position in range(size)),
        byes=span(byes),
        neighbours=span(neighbours[way] for a, b in pairs for way in ((a, b), (b, a))),
        partners=span(partners[pair] for pair in pairs) if sides else None,
        opponents=span(meets[pair] - partners[pair] for pair in pairs) if sides else None,
        kept_apart=len(forbidden),
        meets_unconstrained=meets_unconstrained,
    )


def span(counts: Iterable[int]) -> Span:
    """Return the least and the most of some counts."""
    values = list(counts) or [0]
    return min(values), max(values)
