"""Rows of tables, made from rows of the database: no queries of their own, no HTML."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from fairdeal.matches.models import Block, Match
from fairdeal.ratings.score import block_scores
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.submissions.models import BotVersion
from fairdeal.tournaments.selectors import RoundRow, TableRow

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
    """An entrant at a table: the seats (from 1) that it holds in a block's first game, and what it has scored."""

    name: str
    seats: tuple[int, ...]
    points: float | None


class Listed(NamedTuple):
    """A table of the schedule with the round that it belongs to."""

    round: RoundRow
    table: TableRow


class RoundTable(NamedTuple):
    """A table of a round as it is shown."""

    row: TableRow
    lineup: list[Seated]


class Round(NamedTuple):
    """Tables of a round, and who sits it out."""

    cycle: int
    number: int
    tables: list[RoundTable]
    resting: list[str]


def rounds(shown: Iterable[Listed], names: Mapping[int, str], seating: Sequence[int]) -> list[Round]:
    """Give the shown tables of a schedule by round.

    `seating` has the place in the line-up of who holds each seat: [0, 1, 0, 1] for two sides of two.
    """
    seats: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for seat, entrant in enumerate(seating, start=1):
        seats[entrant] += (seat,)

    def lineup(row: TableRow) -> list[Seated]:
        points: Sequence[float | None] = row.points or [None] * len(row.names)
        return [Seated(name, seats[place], points[place]) for place, name in enumerate(row.names)]

    made = []
    for row, own in groupby(shown, key=lambda listed: listed.round):
        playing = {number for table in row.tables for number in table.numbers}
        resting = [names[number] for number in sorted(names) if number not in playing]
        tables = [RoundTable(table, lineup(table)) for _round, table in own]
        made.append(Round(row.cycle, row.round, tables, resting))
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
