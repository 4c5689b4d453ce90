"""Gauntlets: each challenger, numbers 1 to c, meets all of the field, and the field not itself. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.tournaments.formats.base import Entrant, Event, Plan, Table, Withdrawal, check_entries, check_setting
from fairdeal.tournaments.formats.designs.positions import even_positions
from fairdeal.tournaments.formats.designs.separated import pairs_apart, separated_tables
from fairdeal.tournaments.formats.designs.tables import balanced_tables
from fairdeal.tournaments.formats.errors import BadEntries
from fairdeal.tournaments.formats.report import report_on
from fairdeal.tournaments.formats.round_robin import MAX_CYCLES, MAX_TABLE, Round, in_rounds, standings_of
from fairdeal.tournaments.formats.scores import Scoring
from fairdeal.tournaments.tiebreaks import Standing, TieBreak

MAX_ENTRIES = 512


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Each challenger meets each of the field once a cycle; at larger tables, each of the field equally often."""

    table_size: int = 2
    cycles: int = 1
    challengers: int = 1
    scoring: Scoring = Scoring.BLOCKS
    tiebreaks: tuple[TieBreak, ...] = (TieBreak.WINS, TieBreak.MARGIN)
    withdrawal: Withdrawal = Withdrawal.STAND

    def __post_init__(self) -> None:
        check_setting("table_size", self.table_size, 2, MAX_TABLE)
        check_setting("cycles", self.cycles, 1, MAX_CYCLES)
        check_setting("challengers", self.challengers, 1, MAX_ENTRIES - 1)

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the whole schedule; raises BadEntries when the field does not fill a table beside a challenger."""
        least = self.challengers + self.table_size - 1
        check_entries(
            f"a gauntlet of {self.challengers} at tables of {self.table_size}", len(entrants), least, MAX_ENTRIES
        )
        first = in_rounds(self._duels(len(entrants)) if self.table_size == 2 else self._large(entrants))
        tables = [
            Table(cycle, number, place, self._turned(seats, cycle))
            for cycle in range(1, self.cycles + 1)
            for number, pairings in enumerate(first, start=1)
            for place, seats in enumerate(pairings, start=1)
        ]
        apart = pairs_apart([entrant.owner for entrant in entrants]) if self.table_size > 2 else []
        report = report_on(tables, len(entrants), apart=apart)
        return Plan(tuple(tables), report.rounds, report.tables, report)

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return all tables at once: none depends on results."""
        return () if event.tables else self.plan(event.entrants).tables

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return challengers and field together, by points a table."""
        return standings_of(event, self.scoring, self.tiebreaks, self.withdrawal)[0]

    def _turned(self, seats: tuple[int, ...], cycle: int) -> tuple[int, ...]:
        turn = (cycle - 1) % self.table_size
        return seats[turn:] + seats[:turn]

    def _duels(self, entrants: int) -> Round:
        """Return the pairs, in an order in which as many as possible can be played side by side."""
        challengers = list(range(1, self.challengers + 1))
        field = list(range(self.challengers + 1, entrants + 1))
        few, many = sorted((challengers, field), key=len)
        steps = range(len(many))
        pairs = [(one, many[(step + i) % len(many)], step) for step in steps for i, one in enumerate(few)]
        return [(a, b) if step % 2 == 0 else (b, a) for a, b, step in pairs]

    def _large(self, entrants: Sequence[Entrant]) -> Round:
        """Return each challenger's tables: he and a balanced design of those of the field that he may meet."""
        tables: Round = []
        for challenger in entrants[: self.challengers]:
            field = [
                entrant
                for entrant in entrants[self.challengers :]
                if challenger.owner is None or entrant.owner != challenger.owner
            ]
            size = self.table_size - 1
            if len(field) < size:
                text = "challenger {} finds {} entrants of other owners in the field, and a table seats {} beside him"
                raise BadEntries(text.format(challenger.number, len(field), size))
            owners = [entrant.owner for entrant in field]
            design = balanced_tables(len(field), size)
            if pairs_apart(owners) and size > 1:
                design = separated_tables(owners, size, len(design))
            tables += [(challenger.number, *(field[seat - 1].number for seat in seats)) for seats in design]
        return list(even_positions(tables))
