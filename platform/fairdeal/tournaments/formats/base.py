"""What every format gets and gives: entrants, tables, results, and the event they make up. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fairdeal.tournaments.formats.errors import BadEntries, BadEvent, BadSettings

if TYPE_CHECKING:
    from fairdeal.tournaments.formats.report import Report
    from fairdeal.tournaments.tiebreaks import Standing


class Place(NamedTuple):
    """Where a table stands in the schedule; places are in the scheduler's order, which is the ledger's."""

    cycle: int
    round: int
    table: int
    leg: int = 1


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: pairing number from 1, rating for the seeding, owner (None for house bots)."""

    number: int
    rating: float | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the schedule: pairing numbers, from 1, in line-up order. A table of one is a bye.

    All tables of a cycle (round-robins, gauntlets, groups) or of a round (all other formats) play the same deals.
    `leg` counts from 2 where a tie is played on; `blocks` is then how many, else None: as many as the event has.
    """

    cycle: int
    round: int
    table: int
    entrants: tuple[int, ...]
    leg: int = 1
    blocks: int | None = None

    @property
    def place(self) -> Place:
        return Place(self.cycle, self.round, self.table, self.leg)

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a table: `scores[i][j]` is what i has against j over all blocks, at most one a block.

    `margins` are the entrants' points above the others', summed over the blocks; empty where they are not counted.
    """

    blocks: int
    scores: tuple[tuple[Fraction, ...], ...]
    margins: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        size = range(len(self.scores))
        if self.blocks < 1 or any(len(row) != len(self.scores) for row in self.scores):
            raise BadEvent(f"a result has blocks and a row a line-up's entrant, not {self}")
        if any(self.scores[i][j] + self.scores[j][i] != self.blocks for i in size for j in size if i < j):
            raise BadEvent(f"the scores of two entrants add up to the {self.blocks} blocks played, not in {self}")
        if self.margins and len(self.margins) != len(self.scores):
            raise BadEvent(f"expected a margin for each of {len(self.scores)} entrants, not {len(self.margins)}")

    @classmethod
    def duel(cls, first: Fraction | int | float, blocks: int = 1, margin: Fraction | int = 0) -> Result:
        """Return the result of a table of two: what the first has scored, and by how much its points are above."""
        score, ahead = Fraction(first), Fraction(margin)
        return cls(blocks, ((Fraction(0), score), (blocks - score, Fraction(0))), (ahead, -ahead))

    @classmethod
    def placed(cls, places: Sequence[int], blocks: int = 1) -> Result:
        """Return the result of a table whose entrants had these places in every block."""
        scores = tuple(
            tuple(
                Fraction(0) if i == j else blocks * Fraction((one < other) * 2 + (one == other), 2)
                for j, other in enumerate(places)
            )
            for i, one in enumerate(places)
        )
        return cls(blocks, scores)


@dataclass(frozen=True, slots=True)
class Event:
    """All that a format knows of a tournament; what it draws is a function of this alone.

    `tables` are those drawn so far, by any number of calls; `results` come in any order. `byes` says what a bye is
    worth where that is not what the format gives for one (read from files of other programs). `leaving` has who
    withdrew in the order in which they did: of two who are gone the one who stayed longer had the table.
    """

    entrants: tuple[Entrant, ...]
    tables: tuple[Table, ...] = ()
    results: Mapping[Place, Result] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()
    byes: Mapping[Place, Fraction] = field(default_factory=dict)
    leaving: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        numbers = [entrant.number for entrant in self.entrants]
        if numbers != list(range(1, len(numbers) + 1)):
            raise BadEvent(f"entrants are numbered from 1 in their order, not {numbers}")
        sizes = {table.place: len(table.entrants) for table in self.tables}
        if len(sizes) != len(self.tables):
            raise BadEvent("two tables have the same place")
        for table in self.tables:
            strangers = [number for number in table.entrants if not 1 <= number <= len(numbers)]
            if strangers or len(set(table.entrants)) != len(table.entrants):
                raise BadEvent(f"expected different entrants from 1 to {len(numbers)} at {table}")
        for place, result in self.results.items():
            if sizes.get(place, 1) == 1 or sizes[place] != len(result.scores):
                raise BadEvent(f"no table of {len(result.scores)} was drawn at {place}, and it has a result")
        if not self.withdrawn <= set(numbers):
            raise BadEvent(f"expected numbers from 1 to {len(numbers)} to withdraw, not {sorted(self.withdrawn)}")

    @property
    def numbers(self) -> range:
        return range(1, len(self.entrants) + 1)

    def is_walkover(self, table: Table) -> bool:
        """Say whether a table is not played because somebody withdrew before it was."""
        if table.is_bye or table.place in self.results:
            return False
        return not self.withdrawn.isdisjoint(table.entrants)

    def first_to_leave(self, entrants: Collection[int]) -> int | None:
        """Return who of these withdrew first: nothing changes when others follow. None where it is not known."""
        return next((number for number in self.leaving if number in entrants), None)

    def is_open(self, table: Table) -> bool:
        """Say whether a table has still to be played."""
        return not table.is_bye and table.place not in self.results and self.withdrawn.isdisjoint(table.entrants)

    def open_tables(self) -> Iterator[Table]:
        """Give the tables that have still to be played, in order."""
        return (table for table in self.tables if self.is_open(table))

    def unpaired(self, tables: Sequence[Table]) -> tuple[Table, ...]:
        """Return those of a format's tables that are not drawn yet; raises BadEvent when others are in their place."""
        drawn = {table.place: table for table in self.tables}
        for table in tables:
            if drawn.get(table.place, table).entrants != table.entrants:
                raise BadEvent(f"the format seats {table.entrants} at {table.place}, not {drawn[table.place].entrants}")
        return tuple(table for table in tables if table.place not in drawn)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known before the start: the tables that do not depend on results, and how many there will be at most.

    `report` is there where the whole schedule is known; `promises` are sentences on what holds for any results.
    """

    tables: tuple[Table, ...]
    rounds: int
    most_tables: int
    report: Report | None
    promises: tuple[str, ...] = ()


class Withdrawal(StrEnum):
    """What becomes of the tables of who withdraws: those played stand, or nothing counts before he is half through."""

    STAND = "stand"
    ANNUL_EARLY = "annul_early"


class Seeding(StrEnum):
    """Who is first seed: the highest rating, or number 1."""

    RATING = "rating"
    GIVEN = "given"


class Format(Protocol):
    """A format: its settings are attributes, checked when it is made. Formats with the same settings are equal."""

    def __hash__(self) -> int:
        """Return a hash: what follows from a format can be kept."""

    @property
    def table_size(self) -> int:
        """How many entrants sit at a table."""

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return what is known before the start; raises BadEntries for entries that the format cannot take."""

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return the tables that can be drawn now and were not yet; none while results are missing, and at the end."""

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return the standings by the results so far, best first."""


def is_over(form: Format, event: Event) -> bool:
    """Say whether nothing is left to play. What was drawn and failed to be played is: it must be played again first."""
    return next(event.open_tables(), None) is None and not form.next_tables(event)


def by_seed(entrants: Sequence[Entrant], seeding: Seeding) -> list[int]:
    """Return the pairing numbers from the first seed to the last; who has no rating comes after all who have."""
    if seeding == Seeding.GIVEN:
        return [entrant.number for entrant in entrants]
    best = sorted(entrants, key=lambda entrant: (entrant.rating is None, -(entrant.rating or 0), entrant.number))
    return [entrant.number for entrant in best]


def check_setting(name: str, value: int, least: int, most: int) -> None:
    """Raise BadSettings unless a setting is a whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise BadSettings(name, f"{name} is a whole number from {least} to {most}, not {value!r}")


def check_entries(name: str, count: int, least: int, most: int) -> None:
    """Raise BadEntries unless a format has as many entries as it takes."""
    if not least <= count <= most:
        raise BadEntries(f"{name} takes {least} to {most} entries, not {count}")
