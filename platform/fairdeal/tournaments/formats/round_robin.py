"""Round-robins: every pair of entrants meets, equally often wherever that can be had. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.tournaments.formats.base import Entrant, Event, Plan, Table, Withdrawal, check_setting
from fairdeal.tournaments.formats.designs.cyclic import Tables
from fairdeal.tournaments.formats.designs.positions import even_partners
from fairdeal.tournaments.formats.designs.separated import pairs_apart, separated_tables
from fairdeal.tournaments.formats.designs.tables import balanced_tables, reseat
from fairdeal.tournaments.formats.designs.whist import partnership_tables
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.report import Schedule, report_on
from fairdeal.tournaments.formats.scores import Scoring, annulled_of, lines_of
from fairdeal.tournaments.tiebreaks import ROUND_ROBIN_ORDER, Standing, TieBreak, rank

MAX_TABLE = 10
MAX_CYCLES = 1000
Round = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round-robin at tables of a size, played over in so many cycles (1 single, 2 double, k k-fold).

    With `sides`, seat i of a table is on side i % sides, and everybody is everybody's partner: an individual event of
    a partnership game. 0 stands for a table at which everybody plays for himself, and for tables of two.
    """

    table_size: int = 2
    cycles: int = 1
    sides: int = 0
    scoring: Scoring = Scoring.BLOCKS
    tiebreaks: tuple[TieBreak, ...] = ROUND_ROBIN_ORDER
    withdrawal: Withdrawal = Withdrawal.STAND

    def __post_init__(self) -> None:
        check_setting("table_size", self.table_size, 2, MAX_TABLE)
        check_setting("cycles", self.cycles, 1, MAX_CYCLES)
        if self.sides and not (2 <= self.sides < self.table_size and self.table_size % self.sides == 0):
            expected = f"a table of {self.table_size} has two or more sides of equal size, with partners"
            raise BadSettings("sides", f"{expected}, not {self.sides} sides")

    def schedule(self, entrants: int, owners: Sequence[str | None] = ()) -> Schedule:
        """Return all cycles for entrants 1 to n; raises BadEntries when they do not fill one table.

        At tables of more than two, entrants of one owner are kept apart; `owners` has one an entrant, None for the
        house.
        """
        if entrants < self.table_size:
            raise BadEntries(f"{entrants} entrants do not fill a table of {self.table_size}")
        apart = pairs_apart(owners) if self.table_size > 2 else []
        even = self._tables(entrants)
        base = self._separated(owners, len(even)) if apart else even
        first = berger(entrants) if self.table_size == 2 else in_rounds(base)
        tables: list[Table] = []
        for cycle in range(1, self.cycles + 1):
            for number, pairings in enumerate(self._cycle(first, cycle), start=1):
                tables += [Table(cycle, number, place, seats) for place, seats in enumerate(pairings, start=1)]
        meets = report_on([Table(1, 1, 1, seats) for seats in even], entrants).meets if apart else None
        unconstrained = (meets[0] * self.cycles, meets[1] * self.cycles) if meets else None
        report = report_on(tables, entrants, apart=apart, sides=self.sides, meets_unconstrained=unconstrained)
        return Schedule(tuple(tables), report)

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the whole schedule; raises BadEntries."""
        schedule = self.schedule(len(entrants), [entrant.owner for entrant in entrants])
        return Plan(schedule.tables, schedule.report.rounds, schedule.report.tables, schedule.report)

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return all tables at once: none depends on results."""
        return () if event.tables else self.plan(event.entrants).tables

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return the standings; by points a table where not all have as many tables."""
        return standings_of(event, self.scoring, self.tiebreaks, self.withdrawal)[0]

    def _tables(self, entrants: int) -> Tables:
        if self.sides:
            return partnership_tables(entrants, self.table_size, self.sides)
        return balanced_tables(entrants, self.table_size) if self.table_size > 2 else ()

    def _separated(self, owners: Sequence[str | None], count: int) -> Tables:
        tables = separated_tables(owners, self.table_size, count)
        return even_partners(tables, self.sides) if self.sides else tables

    def _cycle(self, first: Sequence[Round], cycle: int) -> list[Round]:
        """Return the rounds of one cycle, its seats changed so that over the cycles they even out."""
        if self.sides:
            # Turned, not reseated: partners must stay partners.
            turn = (cycle - 1) % self.table_size
            return [[seats[turn:] + seats[:turn] for seats in pairings] for pairings in first]
        if self.table_size > 2:
            return [[reseat(seats, cycle) for seats in pairings] for pairings in first]
        rounds = [[seats if cycle % 2 else seats[::-1] for seats in pairings] for pairings in first]
        if cycle < self.cycles and len(rounds) > 2:
            # Otherwise somebody would have the same colour three times in a row where two cycles join.
            rounds[-1], rounds[-2] = rounds[-2], rounds[-1]
        return rounds


def standings_of(
    event: Event,
    scoring: Scoring,
    tiebreaks: Sequence[TieBreak],
    withdrawal: Withdrawal,
    groups: Sequence[Sequence[int]] = (),
) -> list[tuple[Standing, ...]]:
    """Return the standings of each group of a format that draws all tables at once; equals stand in the group's order.

    Without groups all entrants are one. By points a table where not all of a group have as many tables.
    """
    scheduled = dict.fromkeys(event.numbers, 0)
    for table in event.tables:
        for number in table.entrants:
            scheduled[number] += 1
    annulled = annulled_of(event, scheduled) if withdrawal == Withdrawal.ANNUL_EARLY else frozenset()
    counting = Counter(
        number for table in event.tables if annulled.isdisjoint(table.entrants) for number in table.entrants
    )
    lines = lines_of(event, scoring=scoring, annulled=annulled)
    return [
        rank(
            {number: lines[number] for number in group},
            tiebreaks,
            withdrawn=event.withdrawn,
            unranked=annulled & set(group),
            per_table=len({counting[number] for number in set(group) - annulled}) > 1,
        )
        for group in groups or [event.numbers]
    ]


def berger(entrants: int) -> list[Round]:
    """Return the Berger tables; with an odd number, who would meet the missing last one has a bye."""
    if entrants < 2:
        raise BadEntries(f"a round-robin takes two entrants or more, not {entrants}")
    even = entrants + entrants % 2
    modulus = even - 1
    rounds: list[Round] = []
    for number in range(1, even):
        pivot = (number - 1) * even // 2 % modulus
        pairings: Round = [(pivot + 1, even) if number % 2 else (even, pivot + 1)]
        pairings += [((pivot + d) % modulus + 1, (pivot - d) % modulus + 1) for d in range(1, even // 2)]
        rounds.append([pair for pair in pairings if max(pair) <= entrants])
    return rounds


def in_rounds(tables: Sequence[tuple[int, ...]]) -> list[Round]:
    """Group tables into rounds in which nobody sits twice: each goes into the first round that has its seats free."""
    rounds: list[Round] = []
    seated: list[set[int]] = []
    for table in tables:
        for pairings, taken in zip(rounds, seated, strict=True):
            if taken.isdisjoint(table):
                pairings.append(table)
                taken.update(table)
                break
        else:
            rounds.append([table])
            seated.append(set(table))
    return rounds
