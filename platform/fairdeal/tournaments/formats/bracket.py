"""Brackets: slots that are filled from seeds, winners and losers, whatever order the results come in. Pure.

A slot's place is that of its table; its two entrants come from where its sources say. An entrant is a pairing number,
`NOBODY` where there is none (a bye, or the loser against one), or None while it is not known. The legs of a slot are
its match and, where that was a tie, more blocks; then the higher seed is through.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from fairdeal.tournaments.formats.base import Event, Place, Table
from fairdeal.tournaments.formats.scores import HALF, duel_share

NOBODY = 0


class From(Enum):
    """Where an entrant of a slot comes from. `RESET`: both of a slot, if its second has won it."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    RESET = "reset"


@dataclass(frozen=True, slots=True)
class Source:
    """Seed k (from 1), or the winner or loser of a slot."""

    origin: From
    seed: int = 0
    slot: Place | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of a bracket; slots are listed so that every source stands before it is used."""

    place: Place
    sources: tuple[Source, Source]


@dataclass(frozen=True, slots=True)
class Seat:
    """A slot as it stands: who is in it, who has won and lost it, and the table that is next to be played, if any."""

    slot: Slot
    entrants: tuple[int | None, int | None]
    winner: int | None = None
    loser: int | None = None
    table: Table | None = None

    @property
    def is_match(self) -> bool:
        """Say whether two entrants met here, or will."""
        return NOBODY not in self.entrants


@dataclass(frozen=True, slots=True)
class Overtime:
    """How ties are broken: so many times by so many more blocks; then the higher seed is through."""

    legs: int
    blocks: int


def seed_order(size: int) -> list[int]:
    """Return seeds 1 to 2^p in the order of the bracket: the first two can only meet in the final, and so on."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def size_for(entrants: int) -> int:
    """Return the least power of two that holds so many entrants, at least 2."""
    return 1 << max(1, (entrants - 1).bit_length())


def first_round(stage: int, size: int) -> list[Slot]:
    """Return the slots of a bracket's first round."""
    order = seed_order(size)
    return [
        Slot(Place(stage, 1, index // 2 + 1), (Source(From.SEED, order[index]), Source(From.SEED, order[index + 1])))
        for index in range(0, size, 2)
    ]


def winners_of(slots: Sequence[Slot]) -> list[Source]:
    """Return the winners of slots as sources."""
    return [Source(From.WINNER, slot=slot.place) for slot in slots]


def losers_of(slots: Sequence[Slot]) -> list[Source]:
    """Return the losers of slots as sources."""
    return [Source(From.LOSER, slot=slot.place) for slot in slots]


def paired(stage: int, round_number: int, sources: Sequence[Source]) -> list[Slot]:
    """Return the slots of a round in which neighbours meet."""
    return [
        Slot(Place(stage, round_number, index // 2 + 1), (sources[index], sources[index + 1]))
        for index in range(0, len(sources), 2)
    ]


def knockout(stage: int, size: int) -> list[list[Slot]]:
    """Return the rounds of a single-elimination bracket."""
    rounds = [first_round(stage, size)]
    while len(rounds[-1]) > 1:
        rounds.append(paired(stage, len(rounds) + 1, winners_of(rounds[-1])))
    return rounds


def resolve(slots: Sequence[Slot], seeds: Sequence[int], event: Event, overtime: Overtime) -> dict[Place, Seat]:
    """Return every slot as it stands. `seeds` are pairing numbers, the first seed first; the rest are byes."""
    rank = {number: index for index, number in enumerate(seeds)}
    found: dict[Place, Seat] = {}
    for slot in slots:
        first, second = (_entrant(source, seeds, found) for source in slot.sources)
        if first is None or second is None:
            found[slot.place] = Seat(slot, (first, second))
        elif NOBODY in (first, second):
            found[slot.place] = Seat(slot, (first, second), first or second, NOBODY)
        else:
            found[slot.place] = _played(slot, (first, second), rank.__getitem__, event, overtime)
    return found


def tables_of(seats: dict[Place, Seat]) -> list[Table]:
    """Return the tables that are next to be played in the slots that have their entrants, in order of place."""
    return sorted((seat.table for seat in seats.values() if seat.table is not None), key=lambda table: table.place)


def _entrant(source: Source, seeds: Sequence[int], found: dict[Place, Seat]) -> int | None:
    if source.slot is None:
        return seeds[source.seed - 1] if source.seed <= len(seeds) else NOBODY
    seat = found[source.slot]
    if source.origin != From.RESET:
        return seat.winner if source.origin == From.WINNER else seat.loser
    if seat.winner is None:
        return None
    is_reset = seat.is_match and seat.winner == seat.entrants[1]
    # `seed` tells the two sources of the reset apart: 1 for who has won the slot, 2 for the other.
    return seat.winner if source.seed == 1 else seat.loser if is_reset else NOBODY


def _played(
    slot: Slot, entrants: tuple[int, int], rank: Callable[[int], int], event: Event, overtime: Overtime
) -> Seat:
    """Return a slot with two entrants: leg after leg is looked at until one decides or has still to be played."""
    for leg in range(1, 2 + overtime.legs):
        place = slot.place._replace(leg=leg)
        # Over the legs the first seat alternates; within a block both have it anyway.
        seats = entrants if leg % 2 else entrants[::-1]
        result = event.results.get(place)
        if result is None:
            gone = event.withdrawn & set(entrants)
            if gone:
                loser = event.first_to_leave(gone) or max(gone, key=rank)
                return Seat(slot, entrants, _other(entrants, loser), loser)
            blocks = None if leg == 1 else overtime.blocks
            return Seat(slot, entrants, table=Table(*slot.place[:3], seats, leg, blocks))
        share = duel_share(result)
        if share != HALF:
            winner = seats[0] if share > HALF else seats[1]
            return Seat(slot, entrants, winner, _other(entrants, winner))
    winner = min(entrants, key=rank)
    return Seat(slot, entrants, winner, _other(entrants, winner))


def _other(entrants: tuple[int, int], one: int) -> int:
    return entrants[1] if one == entrants[0] else entrants[0]
