"""Rows of tables, made from rows of the database: no queries of their own, no HTML."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from fairdeal.matches.models import Block, Match
from fairdeal.ratings.score import block_scores
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.selectors import ScheduleRow

OK = "ok"


class Seat(NamedTuple):
    """What a seat brought in a game."""

    entrant: int
    place: int
    total: int
    verdict: str


class GameRow(NamedTuple):
    """A game of a block; the first one of a block carries what belongs to the whole block."""

    block_index: int
    number: int
    games_of_block: int
    seats: list[Seat]
    deals: int
    record_size: int

    @property
    def is_first(self) -> bool:
        return self.number == 1

    @property
    def block_number(self) -> int:
        return self.block_index + 1


class LineupRow(NamedTuple):
    """An entrant and what it has scored over the blocks of the match."""

    place_in_lineup: int
    version: BotVersion
    score: float | None
    standard_error: float | None
    faults: int


class Seated(NamedTuple):
    """An entrant at a table of the schedule, and the seats (from 1) it holds in the first game of a block."""

    name: str
    seats: tuple[int, ...]


class TableRow(NamedTuple):
    """A table of a round, or a part (from 0) of its blocks; `match` is None when it was never handed out."""

    table: int
    part: int
    lineup: list[Seated]
    match: Match | None


class Round(NamedTuple):
    """The tables of a round, and who sits it out."""

    cycle: int
    number: int
    tables: list[TableRow]
    resting: list[str]


def rounds(shown: Iterable[ScheduleRow], schedule: Iterable[ScheduleRow], seating: Sequence[int]) -> list[Round]:
    """Give the shown rows of a schedule by round; the whole schedule says who rests, the seating who sits where.

    `seating` has the place in the line-up of who holds each seat: [0, 1, 0, 1] for two sides of two.
    """
    seats: dict[int, list[int]] = defaultdict(list)
    for seat, entrant in enumerate(seating, start=1):
        seats[entrant].append(seat)
    playing: dict[tuple[int, int], set[int]] = defaultdict(set)
    names: dict[int, str] = {}
    for row in schedule:
        playing[row.cycle, row.round].update(row.numbers)
        names.update(zip(row.numbers, row.names, strict=True))
    made = []
    for (cycle, number), rows in groupby(shown, key=lambda row: (row.cycle, row.round)):
        tables = [
            TableRow(row.table, row.part, [Seated(n, tuple(seats[i])) for i, n in enumerate(row.names)], row.match)
            for row in rows
        ]
        made.append(Round(cycle, number, tables, [names[n] for n in sorted(names) if n not in playing[cycle, number]]))
    return made


def games(blocks: Iterable[Block]) -> list[GameRow]:
    """Give the games of blocks, one row each."""
    rows: list[GameRow] = []
    for block in blocks:
        for number, game in enumerate(block.games, start=1):
            columns = zip(game["seating"], game["places"], game["totals"], game["verdicts"], strict=True)
            seats = [Seat(*column) for column in columns]
            rows.append(GameRow(block.index, number, len(block.games), seats, game["deals"], block.record_size))
    return rows


def faults(blocks: Iterable[Block], entrants: int) -> list[int]:
    """Count the games in which each entrant was put out."""
    counts = [0] * entrants
    for block in blocks:
        for game in block.games:
            for entrant in {e for e, verdict in zip(game["seating"], game["verdicts"], strict=True) if verdict != OK}:
                counts[entrant] += 1
    return counts


def lineup(match: Match, blocks: Sequence[Block]) -> list[LineupRow]:
    """Give the entrants of a match, which is loaded with its line-up, with their scores over the blocks."""
    entrants = list(match.entrants.all())
    by_block = [block_shares(block, len(entrants)) for block in blocks]
    faulty = faults(blocks, len(entrants))
    return [
        LineupRow(e.index, e.version, *mean_and_error([shares[e.index] for shares in by_block]), faulty[e.index])
        for e in entrants
    ]


def block_shares(block: Block, entrants: int) -> list[float]:
    """Give each entrant's share of what it could win in a block against all others, from 0 to 1."""
    full = 2 * len(block.games) * (entrants - 1)
    return [sum(row) / full for row in block_scores(block.games, entrants)]


def mean_and_error(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Give the mean of independent scores and its standard error, as far as there are enough of them."""
    if not values:
        return None, None
    mean = fmean(values)
    if len(values) < 2:
        return mean, None
    if min(values) == max(values):
        return mean, error_without_spread(mean, len(values))
    return mean, stdev(values) / sqrt(len(values))
