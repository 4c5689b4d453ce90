"""Who scored what against whom, as rows for the pages: no queries, no HTML."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fairdeal.ratings.selectors import Cell, Meeting, RatingRow, Warnings
from fairdeal.ratings.sprt import score_of

# Shades of the heat map: an even number of steps around the level score.
SHADES = 10


class HeatCell(NamedTuple):
    """A cell of the matrix; without one the two have not met, or are the same."""

    opponent: RatingRow
    cell: Cell | None
    shade: int
    is_diagonal: bool


class HeatRow(NamedTuple):
    """A version and its cells, in the order of the table."""

    row: RatingRow
    cells: list[HeatCell]


class SeatRow(NamedTuple):
    """What was scored from a seat (or side), from 1."""

    number: int
    games: int
    score: float


class OpponentRow(NamedTuple):
    """An opponent: what was scored, what the ratings expect, and the difference in standard errors."""

    row: RatingRow
    cell: Cell
    expected: float | None
    deviation: float | None


class NamedResidual(NamedTuple):
    """Two versions whose results their ratings do not explain; the first one scored more than expected."""

    first: RatingRow
    second: RatingRow
    score: float
    expected: float
    blocks: int


def heat_rows(rows: Sequence[RatingRow], cells: Mapping[tuple[int, int], Cell]) -> list[HeatRow]:
    """Give the matrix of these versions."""
    found = []
    for row in rows:
        line = []
        for other in rows:
            cell = cells.get((row.version.pk, other.version.pk))
            shade = round(SHADES * cell.score) if cell else 0
            line.append(HeatCell(other, cell, shade, row is other))
        found.append(HeatRow(row, line))
    return found


def seat_rows(row: RatingRow, entrants: int) -> list[SeatRow]:
    """Give what a version scored from each seat, at tables of so many."""
    full = 2 * (entrants - 1)
    return [
        SeatRow(number, seat.games, seat.half_points / (full * seat.games))
        for number, seat in enumerate(row.record.seats, start=1)
        if seat.games
    ]


def opponents(row: RatingRow, rows: Sequence[RatingRow], cells: Mapping[tuple[int, int], Cell]) -> list[OpponentRow]:
    """Give those whom a version has met, in the order of the table."""
    found = []
    for other in rows:
        cell = cells.get((row.version.pk, other.version.pk))
        if cell is None:
            continue
        expected = None
        if row.published is not None and other.published is not None:
            expected = score_of(row.published.elo - other.published.elo)
        found.append(OpponentRow(other, cell, expected, _deviation(cell, expected)))
    return found


def deviation(found: Meeting) -> float | None:
    """Return by how many standard errors a score is above what the ratings expect; None where it is not known."""
    return None if found.cell is None else _deviation(found.cell, found.expected)


def _deviation(cell: Cell, expected: float | None) -> float | None:
    error = cell.sums.error
    return None if expected is None or not error else (cell.score - expected) / error


def named_residuals(warnings: Warnings, rows: Sequence[RatingRow]) -> list[NamedResidual]:
    """Give the pairs whose results chance and ratings do not explain."""
    by_pk = {row.version.pk: row for row in rows}
    return [
        NamedResidual(by_pk[pair["first"]], by_pk[pair["second"]], pair["score"], pair["expected"], pair["blocks"])
        for pair in warnings.residuals
        if pair["first"] in by_pk and pair["second"] in by_pk
    ]
