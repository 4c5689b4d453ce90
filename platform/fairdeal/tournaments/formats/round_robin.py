"""Round-robins: every pair of entrants meets, equally often wherever that can be had. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairdeal.tournaments.formats.base import Schedule, Table, report_on
from fairdeal.tournaments.formats.table_designs import balanced_tables, reseat

Round = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round-robin at tables of a size, played over in so many cycles (1 single, 2 double, k k-fold)."""

    table_size: int = 2
    cycles: int = 1

    def __post_init__(self) -> None:
        if self.table_size < 2:
            raise ValueError(f"a table seats two entrants or more, not {self.table_size}")
        if self.cycles < 1:
            raise ValueError(f"a round-robin has one cycle or more, not {self.cycles}")

    def schedule(self, entrants: int) -> Schedule:
        """Return all cycles for entrants 1 to n; raises ValueError when they do not fill one table."""
        if entrants < self.table_size:
            raise ValueError(f"{entrants} entrants do not fill a table of {self.table_size}")
        first = berger(entrants) if self.table_size == 2 else in_rounds(balanced_tables(entrants, self.table_size))
        tables: list[Table] = []
        for cycle in range(1, self.cycles + 1):
            for number, pairings in enumerate(self._cycle(first, cycle), start=1):
                tables += [Table(cycle, number, place, seats) for place, seats in enumerate(pairings, start=1)]
        return Schedule(tuple(tables), report_on(tables, entrants))

    def _cycle(self, first: Sequence[Round], cycle: int) -> list[Round]:
        """Return the rounds of one cycle, its seats changed so that over the cycles they even out."""
        if self.table_size > 2:
            return [[reseat(seats, cycle) for seats in pairings] for pairings in first]
        rounds = [[seats if cycle % 2 else seats[::-1] for seats in pairings] for pairings in first]
        if cycle < self.cycles and len(rounds) > 2:
            # Otherwise somebody would have the same colour three times in a row where two cycles join.
            rounds[-1], rounds[-2] = rounds[-2], rounds[-1]
        return rounds


def berger(entrants: int) -> list[Round]:
    """Return the Berger tables; with an odd number, who would meet the missing last one has a bye."""
    if entrants < 2:
        raise ValueError(f"a round-robin takes two entrants or more, not {entrants}")
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
