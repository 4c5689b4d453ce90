"""What all eliminations share: a knockout's slots, checks of settings, standings by where one went out. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fairdeal.tournaments.formats.base import Event, Place, Seeding, Table, by_seed, check_setting
from fairdeal.tournaments.formats.bracket import NOBODY, Overtime, Seat, Slot, resolve, tables_of
from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.tiebreaks import Standing

MAX_ENTRIES = 512
MAX_EXTRA_LEGS = 5
MAX_EXTRA_BLOCKS = 1000
Seats = Mapping[Place, Seat]


@dataclass(frozen=True, slots=True)
class Exit:
    """Slots whose losers are out and share a place; with `has_winner`, winners are out too, one place better."""

    slots: Sequence[Slot]
    has_winner: bool = False


@dataclass(frozen=True, slots=True)
class Knockout:
    """The slots of an elimination, every source before it is used, and in which order they put entrants out."""

    slots: tuple[Slot, ...]
    rounds: int
    exits: Callable[[Seats], list[Exit]]


def check_duels(table_size: int) -> None:
    """Raise BadSettings unless tables are of two: a bracket knows no other."""
    if table_size != 2:
        raise BadSettings("table_size", f"an elimination is played at tables of 2, not {table_size!r}")


def check_overtime(legs: int, blocks: int) -> None:
    """Raise BadSettings for ties that cannot be broken like this."""
    check_setting("extra_legs", legs, 0, MAX_EXTRA_LEGS)
    check_setting("extra_blocks", blocks, 1, MAX_EXTRA_BLOCKS)


@dataclass(frozen=True, slots=True)
class Elimination(ABC):
    """What single and double elimination share: settings, and everything that follows from their knockouts."""

    table_size: int = 2
    seeding: Seeding = Seeding.RATING
    #: A tie is played on so often, with so many more blocks; then the higher seed is through.
    extra_legs: int = 1
    extra_blocks: int = 8

    def __post_init__(self) -> None:
        check_duels(self.table_size)
        check_overtime(self.extra_legs, self.extra_blocks)

    @abstractmethod
    def knockout(self, entrants: int) -> Knockout:
        """Return the slots for so many entrants."""

    def next_tables(self, event: Event) -> tuple[Table, ...]:
        """Return the tables whose entrants are known and that were not drawn yet."""
        return event.unpaired(tables_of(self.bracket(event)))

    def bracket(self, event: Event) -> dict[Place, Seat]:
        """Return every slot as it stands, by place: what a picture of it needs."""
        slots = self.knockout(len(event.entrants)).slots
        seeds = by_seed(event.entrants, self.seeding)
        return resolve(slots, seeds, event, Overtime(self.extra_legs, self.extra_blocks))

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return who is out by the round it happened in, those still playing before them, without a rank."""
        seeds = by_seed(event.entrants, self.seeding)
        return knockout_standings(event, self.knockout(len(event.entrants)), self.bracket(event), seeds)


def knockout_standings(event: Event, knockout: Knockout, seats: Seats, seeds: Sequence[int]) -> tuple[Standing, ...]:
    """Return the standings; points are matches won.

    Those who go out in the same round share a place; who is still in comes first, in order of seeds, without one.
    """
    groups: list[list[int]] = []
    for exit_ in knockout.exits(seats):
        found = [seats[slot.place] for slot in exit_.slots]
        groups.append([seat.loser for seat in found if seat.loser])
        if exit_.has_winner:
            groups.append([seat.winner for seat in found if seat.winner])
    order = {number: index for index, number in enumerate(seeds)}
    out = {number for group in groups for number in group}
    playing = [number for number in seeds if number not in out]
    records = _records(event, seats)
    standings = [_standing(event, records, None, number) for number in playing]
    place = 1 + len(playing)
    for group in reversed(groups):
        standings += [_standing(event, records, place, number) for number in sorted(group, key=order.__getitem__)]
        place += len(group)
    return tuple(standings)


@dataclass(slots=True)
class _Record:
    """What an entrant has in a knockout: matches played and won, and those it was through without."""

    played: int = 0
    won: int = 0
    byes: int = 0


def _records(event: Event, seats: Seats) -> dict[int, _Record]:
    records = {number: _Record() for number in event.numbers}
    for seat in seats.values():
        if seat.winner is None or seat.winner == NOBODY:
            continue
        if seat.slot.place in event.results:
            records[seat.winner].won += 1
            for number in seat.entrants:
                records[number or NOBODY].played += 1
        else:
            records[seat.winner].byes += 1
    return records


def _standing(event: Event, records: Mapping[int, _Record], place: int | None, number: int) -> Standing:
    record = records[number]
    return Standing(
        rank=place,
        number=number,
        points=Fraction(record.won),
        played=record.played,
        byes=record.byes,
        has_withdrawn=number in event.withdrawn,
    )
