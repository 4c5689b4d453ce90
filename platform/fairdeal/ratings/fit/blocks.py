"""Blocks as arrays: what a fit reads, a piece at a time, and the contests each block consists of. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shape:
    """Which contests a block holds.

    `coefficients` has a row a contest and a column a place in the line-up: the contest's logit is the sum of the
    strengths of the line-up, each times its coefficient. A duel is (1, -1); a table of n is all its duels; two sides
    are one contest of the means of their members. `full` is the half points that all games of a block bring at most:
    2 a game.
    """

    coefficients: Floats
    full: int

    def __post_init__(self) -> None:
        if self.full < 2 or self.coefficients.ndim != 2 or self.coefficients.shape[1] < 2:
            raise ValueError(f"a block has two places and a game or more, not {self.coefficients.shape}, {self.full}")

    @property
    def places(self) -> int:
        return int(self.coefficients.shape[1])

    @property
    def contests(self) -> int:
        return int(self.coefficients.shape[0])


@dataclass(frozen=True, slots=True)
class Piece:
    """N blocks, in the order of their deals.

    `lineup` [N, places] are bots by their index; `points` [N, contests] the half points of the first side of each
    contest; `deals` [N] tell which blocks were played on the same deal and so share their luck.
    """

    lineup: Ints
    points: Ints
    deals: Ints


#: Gives all pieces from the start, each time it is called; deals ascend within a piece and from piece to piece.
Source = Callable[[], Iterable[Piece]]


def table_shape(entrants: int, games: int) -> Shape:
    """Return the shape of a block at a table where everybody plays for himself."""
    rows = []
    for i, j in pairs(entrants):
        row = np.zeros(entrants)
        row[i], row[j] = 1.0, -1.0
        rows.append(row)
    return Shape(np.array(rows).reshape(len(rows), entrants), 2 * games)


def sides_shape(groups: Sequence[Sequence[int]], games: int) -> Shape:
    """Return the shape of a block between two groups of partners, given as places in the line-up."""
    if len(groups) != 2:
        raise ValueError(f"partners can be rated on two sides, not on {len(groups)}")
    row = np.zeros(sum(len(group) for group in groups))
    for sign, group in zip((1.0, -1.0), groups, strict=True):
        row[list(group)] = sign / len(group)
    return Shape(row[np.newaxis, :], 2 * games)


def sums(cells: Ints, values: Floats, size: int) -> Floats:
    """Return the sums of the values by their cells, [size]; both have the same shape."""
    return np.asarray(np.bincount(cells.ravel(), values.ravel(), minlength=size), dtype=np.float64)


def pairs(entrants: int) -> list[tuple[int, int]]:
    """Return the pairs of places in the order of a table's contests."""
    return [(i, j) for i in range(entrants) for j in range(i + 1, entrants)]


def in_pieces(lineup: Ints, points: Ints, deals: Ints, size: int = 1 << 16) -> Source:
    """Give arrays that are in memory as a source: sorted by deal, cut into pieces."""
    if lineup.ndim != 2 or points.ndim != 2 or not len(lineup) == len(points) == len(deals):
        raise ValueError(
            f"expected as many line-ups as points and deals, not {lineup.shape}, {points.shape}, {deals.shape}"
        )
    order = np.argsort(deals, kind="stable")

    def pieces() -> Iterable[Piece]:
        for start in range(0, len(order), size):
            part = order[start : start + size]
            yield Piece(lineup[part], points[part], deals[part])

    return pieces


def check(piece: Piece, shape: Shape, bots: int) -> None:
    """Raise ValueError for a piece that does not fit its shape, naming what was expected."""
    count = len(piece.deals)
    if piece.lineup.shape != (count, shape.places) or piece.points.shape != (count, shape.contests):
        raise ValueError(
            f"expected line-ups of {shape.places} and points of {shape.contests} contests for {count} blocks, "
            f"not {piece.lineup.shape} and {piece.points.shape}"
        )
    if count and not (piece.lineup.min() >= 0 and piece.lineup.max() < bots):
        raise ValueError(f"a line-up names a bot outside 0 to {bots - 1}")
    if count and not (piece.points.min() >= 0 and piece.points.max() <= shape.full):
        raise ValueError(f"half points outside 0 to {shape.full}")
    if np.any(piece.deals[1:] < piece.deals[:-1]):
        raise ValueError("expected blocks in the order of their deals")
    ordered = np.sort(piece.lineup, axis=1)
    if np.any(ordered[:, 1:] == ordered[:, :-1]):
        raise ValueError("a bot cannot sit twice in one line-up")
