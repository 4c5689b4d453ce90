"""How far the strengths may be off: the scatter of the blocks' residuals, deals as clusters. Pure."""

from typing import Final

import numpy as np

from fairdeal.ratings.fit.blocks import Floats, Ints, Piece, Shape, Source, sums
from fairdeal.ratings.fit.contests import Contests
from fairdeal.ratings.fit.solve import expected

#: Clusters whose residuals are in memory at a time, a row of all bots each.
_ROWS: Final = 1 << 11


class Scatter:
    """Sums of the outer products of the clusters' residuals: the middle of the sandwich.

    K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), 13-22. `middle` is [bots, bots], `clusters` how many there were,
    `clusters_of` [bots] in how many of them each bot took part.
    """

    def __init__(self, shape: Shape, strengths: Floats) -> None:
        self.shape = shape
        self.strengths = strengths
        self.bots = len(strengths)
        self.middle = np.zeros((self.bots, self.bots))
        self.clusters = 0
        self.clusters_of = np.zeros(self.bots, dtype=np.int64)
        # The cluster that may go on in the next piece.
        self._deal: int | None = None
        self._open = np.zeros(self.bots)
        self._took_part = np.zeros(self.bots, dtype=bool)

    def read(self, source: Source) -> "Scatter":
        """Enter all blocks."""
        for piece in source():
            if len(piece.deals):
                self._enter(piece, self._residuals(piece))
        self._close()
        return self

    def _residuals(self, piece: Piece) -> Floats:
        """Return each place's summed score residual, [blocks, places]."""
        logits = self.strengths[piece.lineup] @ self.shape.coefficients.T
        return (piece.points / self.shape.full - expected(logits)) @ self.shape.coefficients

    def _enter(self, piece: Piece, residuals: Floats) -> None:
        starts = np.flatnonzero(np.diff(piece.deals, prepend=piece.deals[0] - 1))
        ends = np.append(starts[1:], len(piece.deals))
        self._grow(piece, residuals, slice(0, ends[0]))
        if len(starts) == 1:
            return
        single = ends - starts == 1
        single[[0, -1]] = False
        self._enter_single(piece.lineup[starts[single]], residuals[starts[single]])
        several = ~single
        several[[0, -1]] = False
        for part in np.array_split(np.flatnonzero(several), -(-int(several.sum()) // _ROWS) or 1):
            self._enter_several(piece, residuals, starts[part], ends[part])
        self._grow(piece, residuals, slice(starts[-1], len(piece.deals)))

    def _enter_single(self, lineup: Ints, residuals: Floats) -> None:
        """Enter clusters of one block: few bots each, so that cells are cheaper than rows."""
        for i in range(lineup.shape[1]):
            self.clusters_of += np.bincount(lineup[:, i], minlength=self.bots)
            for j in range(lineup.shape[1]):
                cells = lineup[:, i] * self.bots + lineup[:, j]
                outer = sums(cells, residuals[:, i] * residuals[:, j], self.bots**2)
                self.middle += outer.reshape(self.middle.shape)
        self.clusters += len(lineup)

    def _enter_several(self, piece: Piece, residuals: Floats, starts: Ints, ends: Ints) -> None:
        if not len(starts):
            return
        lengths = ends - starts
        # The rows of these clusters, one behind the other.
        rows = np.repeat(starts - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        cells = np.repeat(np.arange(len(starts)), lengths)[:, np.newaxis] * self.bots + piece.lineup[rows]
        shape = (len(starts), self.bots)
        size = len(starts) * self.bots
        totals = sums(cells, residuals[rows], size).reshape(shape)
        self.middle += totals.T @ totals
        self.clusters += len(starts)
        self.clusters_of += (np.bincount(cells.ravel(), minlength=size).reshape(shape) > 0).sum(axis=0)

    def _grow(self, piece: Piece, residuals: Floats, rows: slice) -> None:
        """Enter blocks of a deal that may have begun before, or may go on."""
        deal = int(piece.deals[rows.start])
        if deal != self._deal:
            self._close()
            self._deal = deal
        self._open += sums(piece.lineup[rows], residuals[rows], self.bots)
        self._took_part[piece.lineup[rows]] = True

    def _close(self) -> None:
        if self._deal is None:
            return
        self.middle += np.outer(self._open, self._open)
        self.clusters += 1
        self.clusters_of += self._took_part
        self._deal = None
        self._open[:] = 0
        self._took_part[:] = False


def against_the_odds(contests: Contests, strengths: Floats, contests_a_block: float, middle: Floats) -> Floats:
    """Return what is added so that every bot scatters as much as one block against all odds, [bots, bots].

    Where a bot has won nearly all, its residuals are nearly 0 and say nothing of the block that it will lose: their own
    scatter would make the error vanish just where little is known. Whose residuals scatter more gets nothing.
    """
    bots, members = contests.bots, contests.members
    scores = expected(contests.logits(strengths))
    own = np.where(contests.signs > 0, scores[:, np.newaxis], 1 - scores[:, np.newaxis])
    weights = np.repeat(contests.blocks[:, np.newaxis], members.shape[1], axis=1)
    played = np.maximum(contests.played, 1)
    mean = sums(members, own * weights, bots) / played
    # A table's contests are taken as independent: all of them lost at once is rarer than one block in many.
    surprise = np.maximum(mean, 1 - mean) * np.sqrt(contests_a_block)
    # Whom each bot meets, as the mean slope of its contests.
    signs = np.sign(contests.signs)[:, np.newaxis] * contests.signs
    cells = members[:, :, np.newaxis] * bots + members[:, np.newaxis, :]
    values = contests.blocks[:, np.newaxis, np.newaxis] * signs
    meets = sums(cells, values, bots * bots).reshape(bots, bots) / played[:, np.newaxis]
    missing = np.maximum(0.0, 1 - np.diag(middle) / np.maximum(surprise, 1e-12) ** 2)
    rows = (surprise * np.sqrt(missing))[:, np.newaxis] * meets
    return rows.T @ rows
