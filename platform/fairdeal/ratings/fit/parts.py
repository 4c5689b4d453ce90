"""Parts of a field between which the games say nothing, or only who is better but not by how much. Pure."""

import numpy as np
from numpy.typing import NDArray

from fairdeal.ratings.fit.contests import Contests

Bools = NDArray[np.bool_]


def islands(contests: Contests) -> list[list[int]]:
    """Return the groups of bots between which nothing was played, each in ascending order, the largest first.

    More than one: their ratings are joined by the prior alone and cannot be compared.
    """
    met = scored(contests, everybody=True)
    return _groups(contests, met | met.T)


def one_way(contests: Contests) -> list[list[int]]:
    """Return the groups of bots within which everybody has scored against everybody, at least by way of others.

    Between two of them all points went one way, or there were no games: how far they are apart, only the prior says
    (L. R. Ford, American Mathematical Monthly 64 (1957), 28-33).
    """
    return _groups(contests, scored(contests, everybody=False))


def scored(contests: Contests, *, everybody: bool) -> Bools:
    """Return [bots, bots]: has i, or its side, scored against j (with `everybody`: has it met j)?"""
    matrix = np.zeros((contests.bots, contests.bots), dtype=bool)
    ours, theirs = contests.members[:, contests.signs > 0], contests.members[:, contests.signs < 0]
    won = everybody | (contests.points > 0)
    lost = everybody | (contests.points < contests.blocks)
    for i in range(ours.shape[1]):
        for j in range(theirs.shape[1]):
            matrix[ours[won, i], theirs[won, j]] = True
            matrix[theirs[lost, j], ours[lost, i]] = True
    return matrix


def _groups(contests: Contests, edges: Bools) -> list[list[int]]:
    reach = edges | np.eye(contests.bots, dtype=bool)
    while True:
        # float32 keeps 0 and more than 0 apart, and multiplies many times faster than booleans.
        further = reach.astype(np.float32) @ reach.astype(np.float32) > 0
        if np.array_equal(further, reach):
            break
        reach = further
    mutual = reach & reach.T
    left = set(np.flatnonzero(contests.played).tolist())
    found = []
    while left:
        group = sorted(left & set(np.flatnonzero(mutual[min(left)]).tolist()))
        found.append(group)
        left -= set(group)
    return sorted(found, key=lambda group: (-len(group), group))
