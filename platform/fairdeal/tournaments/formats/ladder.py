"""The ladder: it never ends. Tables are those that tell most; newcomers come first, and settled bots rest. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from fairdeal.tournaments.formats.base import Entrant, Event, Plan, Table, check_entries, check_setting
from fairdeal.tournaments.formats.beliefs import Beliefs
from fairdeal.tournaments.formats.designs.separated import check_owners
from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.formats.round_robin import MAX_TABLE
from fairdeal.tournaments.formats.scores import Scoring, lines_of
from fairdeal.tournaments.tiebreaks import Standing

MAX_ENTRIES = 1000
MAX_BATCH = 1000
START_ELO = 1500.0


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder that draws `batch` tables at a time: as many as are to wait for workers.

    A bot with fewer than `newcomer_blocks` blocks is a newcomer; one whose strength is known to `settled_elo` (a
    standard deviation) rests, and plays only against those who are not settled. `repeat_cost` is what each of the
    last `memory` tables of a pair takes from what another one would tell, as a share of it.
    """

    table_size: int = 2
    batch: int = 8
    blocks: int = 16
    newcomer_blocks: int = 100
    settled_elo: float = 15.0
    repeat_cost: float = 0.25
    memory: int = 200

    def __post_init__(self) -> None:
        check_setting("table_size", self.table_size, 2, MAX_TABLE)
        check_setting("batch", self.batch, 1, MAX_BATCH)
        check_setting("blocks", self.blocks, 1, MAX_BATCH)
        check_setting("newcomer_blocks", self.newcomer_blocks, 0, 10**6)
        check_setting("memory", self.memory, 0, 10**6)
        if not 0 <= self.settled_elo <= 1000:
            raise BadSettings("settled_elo", f"settled_elo is from 0 to 1000 Elo, not {self.settled_elo}")
        if not 0 <= self.repeat_cost < 1:
            raise BadSettings("repeat_cost", f"repeat_cost is a share, 0 or more and under 1, not {self.repeat_cost}")

    def plan(self, entrants: Sequence[Entrant]) -> Plan:
        """Return the first tables; a ladder has no end, so 0 stands for rounds and tables."""
        check_entries("a ladder", len(entrants), self.table_size, MAX_ENTRIES)
        if self.table_size > 2:
            check_owners([entrant.owner for entrant in entrants], self.table_size)
        promises = ("Newcomers play first.", f"Who is known to {self.settled_elo:g} Elo rests.")
        return Plan(self.next_tables(Event(tuple(entrants))), 0, 0, None, promises)

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return more tables, up to a batch of them open; none while there are so many, or all who are here rest."""
        waiting = sum(1 for _ in event.open_tables())
        number = 1 + max((table.round for table in event.tables), default=0)
        draw = _Draw(self, event)
        lineups: list[tuple[int, ...]] = []
        while waiting + len(lineups) < self.batch and (lineup := draw.next_lineup()):
            lineups.append(lineup)
        return tuple(Table(1, number, place, lineup) for place, lineup in enumerate(lineups, start=1))

    def beliefs(self, event: Event) -> Beliefs:
        """Return what the results say of all strengths; tables still to be played have told what they will, not how."""
        start = [START_ELO if entrant.rating is None else entrant.rating for entrant in event.entrants]
        found = Beliefs.start(start)
        for table in event.tables:
            result = event.results.get(table.place)
            if result is None and not event.is_open(table):
                continue
            for i, j in combinations(range(len(table.entrants)), 2):
                score = None if result is None else float(result.scores[i][j] / result.blocks)
                blocks = self.blocks if result is None else result.blocks
                found.observe(table.entrants[i] - 1, table.entrants[j] - 1, score, blocks, self.share)
        return found

    @property
    def share(self) -> float:
        """What a pair at a table tells, of a duel: its n - 1 pairs an entrant are not independent."""
        return 1 / (self.table_size - 1)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return all by strength, who has withdrawn last; the points are shares of blocks."""
        means = self.beliefs(event).mean
        lines = lines_of(event, scoring=Scoring.BLOCKS)
        here = sorted(set(event.numbers) - event.withdrawn, key=lambda number: (-float(means[number - 1]), number))
        places: dict[int, int | None] = {number: place for place, number in enumerate(here, start=1)}
        return tuple(
            Standing(
                rank=places.get(number),
                number=number,
                points=sum((line.points * line.blocks for line in lines[number]), Fraction(0)),
                played=len(lines[number]),
                has_withdrawn=number in event.withdrawn,
            )
            for number in [*here, *sorted(event.withdrawn)]
        )


class _Draw:
    """One draw of tables: what is believed, who has played how much, who met whom lately."""

    def __init__(self, ladder: Ladder, event: Event) -> None:
        self._ladder = ladder
        self._owners = [entrant.owner for entrant in event.entrants]
        self._beliefs = ladder.beliefs(event)
        self._deviations = self._beliefs.deviations_elo()
        self._here = [number - 1 for number in event.numbers if number not in event.withdrawn]
        self._blocks: Counter[int] = Counter()
        self._seats: Counter[tuple[int, int]] = Counter()
        self._lately: Counter[frozenset[int]] = Counter()
        for index, table in enumerate(reversed(event.tables)):
            is_recent = index < ladder.memory
            blocks = event.results[table.place].blocks if table.place in event.results else ladder.blocks
            if table.place in event.results or event.is_open(table):
                self._note([number - 1 for number in table.entrants], blocks, is_recent=is_recent)

    def next_lineup(self) -> tuple[int, ...] | None:
        """Return the table that tells most, in seat order; None when everybody rests."""
        first = self._who_is_next()
        if first is None:
            return None
        table = [first] if first >= 0 else list(self._best_pair())
        while len(table) < self._ladder.table_size:
            others = [one for one in self._here if self._may_sit(one, table)]
            if not others:
                return None
            table.append(max(others, key=lambda one: (sum(self._worth(one, other) for other in table), -one)))
        seated = self._seated(table)
        self._note(seated, self._ladder.blocks, is_recent=True)
        for i, j in combinations(seated, 2):
            self._beliefs.observe(i, j, None, self._ladder.blocks, self._ladder.share)
        return tuple(one + 1 for one in seated)

    def _who_is_next(self) -> int | None:
        """Return the newcomer with the fewest blocks, -1 when the best pair is wanted, None when all are settled."""
        if len(self._here) < self._ladder.table_size:
            return None
        fewest = min(self._here, key=lambda one: (self._blocks[one], one))
        if self._blocks[fewest] < self._ladder.newcomer_blocks:
            return fewest
        self._deviations = self._beliefs.deviations_elo()
        return -1 if any(not self._is_settled(one) for one in self._here) else None

    def _best_pair(self) -> tuple[int, int]:
        pairs = [
            (one, other)
            for one, other in combinations(self._here, 2)
            if not (self._is_settled(one) and self._is_settled(other)) and self._may_sit(other, [one])
        ]
        return max(pairs, key=lambda pair: (self._worth(*pair), -pair[0], -pair[1]))

    def _is_settled(self, one: int) -> bool:
        return float(self._deviations[one]) <= self._ladder.settled_elo

    def _worth(self, one: int, other: int) -> float:
        repeats = self._lately[frozenset((one, other))]
        return self._beliefs.gain(one, other) * (1 - self._ladder.repeat_cost) ** repeats

    def _may_sit(self, one: int, table: Sequence[int]) -> bool:
        if one in table:
            return False
        owner = self._owners[one]
        return self._ladder.table_size == 2 or owner is None or all(self._owners[other] != owner for other in table)

    def _seated(self, table: Sequence[int]) -> list[int]:
        """Return the line-up turned so that its entrants get the seats they had least."""
        turns = [[*table[turn:], *table[:turn]] for turn in range(len(table))]
        return min(turns, key=lambda turn: sum(self._seats[one, place] for place, one in enumerate(turn)))

    def _note(self, table: Sequence[int], blocks: int, *, is_recent: bool) -> None:
        for place, one in enumerate(table):
            self._blocks[one] += blocks
            self._seats[one, place] += 1
        if is_recent:
            self._lately.update(frozenset(pair) for pair in combinations(table, 2))
