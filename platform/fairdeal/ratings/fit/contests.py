"""Adding up contests: blocks in which the same bots met the same way are one row with its sums. Pure."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from fairdeal.ratings.fit.blocks import Floats, Ints, Shape, Source, check, sums

#: Up to so many possible contests each has its own cell; beyond, only those that took place are kept.
_CELLS: Final = 1 << 22


@dataclass(frozen=True, slots=True)
class Contests:
    """Q different contests among `bots` bots, with their sums over all blocks.

    `members` [Q, k] take part with the strengths' coefficients `signs` [k]; `blocks`, `points` and `squares` [Q] are
    the blocks, and the sums of the first side's scores (0 to 1) and of their squares.
    """

    bots: int
    members: Ints
    signs: Floats
    blocks: Floats
    points: Floats
    squares: Floats

    def logits(self, strengths: Floats) -> Floats:
        """Return the logit of each contest's expected score."""
        return strengths[self.members] @ self.signs

    @property
    def played(self) -> Floats:
        """Return the contests of each bot, [bots]."""
        return sums(self.members, np.repeat(self.blocks, self.members.shape[1]), self.bots)


def add_up(bots: int, shape: Shape, source: Source) -> Contests:
    """Add up the contests of all blocks. Raises ValueError for a piece that does not fit.

    The sums are of integers, so that they do not depend on the order.
    """
    places = _members(shape)
    width = places.shape[1]
    radix = bots ** np.arange(width, dtype=np.int64)
    if float(bots) ** width >= 2**62:
        raise ValueError(f"{bots} bots in contests of {width} are too many to be told apart")
    store = _Cells(bots**width) if bots**width <= _CELLS else _Found()
    last = None
    for piece in source():
        check(piece, shape, bots)
        if len(piece.deals) and last is not None and piece.deals[0] < last:
            raise ValueError("expected pieces in the order of their deals")
        last = piece.deals[-1] if len(piece.deals) else last
        for contest in range(shape.contests):
            store.add(piece.lineup[:, places[contest]] @ radix, piece.points[:, contest].astype(np.float64))
    keys, totals = store.result()
    members = keys[:, np.newaxis] // radix % max(bots, 1)
    signs = shape.coefficients[0, places[0]]
    return Contests(bots, members, signs, totals[0], totals[1] / shape.full, totals[2] / shape.full**2)


def _members(shape: Shape) -> Ints:
    """Return the places that take part in each contest, [contests, k], those with positive coefficients first."""
    rows = []
    for row in shape.coefficients:
        (taking,) = np.nonzero(row)
        rows.append(taking[np.argsort(-row[taking], kind="stable")])
    if len({len(row) for row in rows}) != 1:
        raise ValueError("all contests of a block must have the same number of members")
    return np.array(rows, dtype=np.int64)


class _Cells:
    """Sums in a cell for every contest there can be."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.sums = np.zeros((3, size))

    def add(self, keys: Ints, points: Floats) -> None:
        for row, weights in enumerate((None, points, points * points)):
            self.sums[row] += np.bincount(keys, weights, minlength=self.size)

    def result(self) -> tuple[Ints, Floats]:
        (keys,) = np.nonzero(self.sums[0])
        return keys, self.sums[:, keys]


class _Found:
    """Sums of the contests that were found, in ascending order."""

    def __init__(self) -> None:
        self.keys = np.zeros(0, dtype=np.int64)
        self.sums = np.zeros((3, 0))

    def add(self, keys: Ints, points: Floats) -> None:
        ones = np.ones(len(keys))
        both = np.concatenate([self.keys, keys])
        rows = np.concatenate([self.sums, np.stack([ones, points, points * points])], axis=1)
        self.keys, where = np.unique(both, return_inverse=True)
        self.sums = np.stack([sums(where, row, len(self.keys)) for row in rows])

    def result(self) -> tuple[Ints, Floats]:
        return self.keys, self.sums
