"""Who scored what against whom, and how likely one is the better of two."""

from collections.abc import Collection
from dataclasses import dataclass
from math import sqrt

from django.db.models import Q

from fairdeal.common.errors import NotFound
from fairdeal.ratings.fit.student import t_share
from fairdeal.ratings.fits import unpack
from fairdeal.ratings.models import FittedRating, PairTotal, Pool, PoolFit
from fairdeal.ratings.pairs import PairSums
from fairdeal.ratings.sprt import score_of
from fairdeal.submissions.models import BotVersion

_SUMS = ("blocks", "games", "wins", "draws", "half_points", "block_squares", "game_squares")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one version scored against another: mean score with its 95 % interval, and the sums it comes from."""

    sums: PairSums
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two versions: what they scored (None if they have not met), and what the newest fit says of their difference.

    `difference` and its standard error `error` are in Elo, `expected` the score that the ratings expect,
    `superiority` how likely the first is the better one; all None as long as there is no fit with both.
    """

    cell: Cell | None
    difference: float | None = None
    error: float | None = None
    expected: float | None = None
    superiority: float | None = None


def cells(pool: Pool, versions: Collection[int] | None = None) -> dict[tuple[int, int], Cell]:
    """Give the cells of the head-to-head matrix by ordered pairs, of all versions or of those named. One query."""
    totals = PairTotal.objects.filter(pool=pool)
    if versions is not None:
        totals = totals.filter(first__in=versions, second__in=versions)
    found = {}
    for first, second, *values in totals.values_list("first_id", "second_id", *_SUMS).iterator():
        sums = PairSums(*values)
        found[first, second], found[second, first] = _cell(sums), _cell(sums.turned())
    return found


def meeting(pool: Pool, first: int, second: int) -> Meeting:
    """Give what is known about two versions in a pool; raises NotFound for one that has not played there."""
    played = set(pool.ratings.filter(version__in=(first, second)).values_list("version_id", flat=True))
    for pk in (first, second):
        if pk not in played:
            version = BotVersion.objects.filter(pk=pk).select_related("bot__owner").first()
            raise NotFound(f"{version or pk}: {pool}", code="not_in_pool")
    low, high = sorted((first, second))
    total = PairTotal.objects.filter(Q(pool=pool), first=low, second=high).values_list(*_SUMS).first()
    sums = PairSums(*total) if total else None
    cell = None if sums is None else _cell(sums if first == low else sums.turned())
    fit = PoolFit.objects.filter(pool=pool).order_by("-sequence").first()
    rows = {} if fit is None else {row.version_id: row for row in FittedRating.objects.filter(fit=fit)}
    if fit is None or first not in rows or second not in rows:
        return Meeting(cell)
    ours, theirs = rows[first], rows[second]
    matrix = unpack(bytes(fit.covariance), len(rows))
    i, j = ours.index, theirs.index
    error = sqrt(max(float(matrix[i, i] + matrix[j, j] - 2 * matrix[i, j]), 1e-6))
    difference = (ours.elo_milli - theirs.elo_milli) / 1000
    freedom = max(1, min(ours.clusters, theirs.clusters) - 1)
    return Meeting(cell, difference, error, score_of(difference), t_share(difference / error, freedom))


def _cell(sums: PairSums) -> Cell:
    low, high = sums.interval
    return Cell(sums, sums.score, low, high)
