"""The rating table of a pool: both ratings of every version, and what stands beside them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.db.models import F, OuterRef, Subquery

from fairdeal.accounts.models import Owner
from fairdeal.ratings.books import rules_for
from fairdeal.ratings.elo import rdiv
from fairdeal.ratings.fits import newest
from fairdeal.ratings.models import FittedRating, LiveRating, Pool, PoolFit
from fairdeal.ratings.placement import PLACEMENT_UNITS
from fairdeal.ratings.record import Record
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.submissions.models import BotVersion

#: A rating whose standard error against the field is larger is provisional, in Elo.
PROVISIONAL_ERROR = 40.0


@dataclass(frozen=True, slots=True)
class Published:
    """The rating of the batch fit, in Elo, with its 95 % interval from `low` to `high` on the scale of the anchor.

    The true rank is one from `rank_best` to `rank_worst`, for all of the table at once. `is_rough`: too few deals to
    trust the interval itself. `field_error` is the standard error against the mean of the field instead of the
    anchor.
    """

    elo: float
    low: float
    high: float
    error: float
    field_error: float
    rank_best: int
    rank_worst: int
    clusters: int
    is_rough: bool
    is_anchor: bool

    @property
    def reach(self) -> float:
        """How far the interval reaches to either side, in Elo."""
        return (self.high - self.low) / 2

    @classmethod
    def of(cls, row: FittedRating, anchor_id: int | None) -> "Published":
        """Read a stored rating."""
        elo, error = row.elo_milli / 1000, row.error_milli / 1000
        reach = error * row.factor_milli / 1000
        return cls(
            elo=elo,
            low=elo - reach,
            high=elo + reach,
            error=error,
            field_error=row.field_error_milli / 1000,
            rank_best=row.rank_best,
            rank_worst=row.rank_worst,
            clusters=row.clusters,
            is_rough=row.is_rough,
            is_anchor=row.version_id == anchor_id,
        )


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A line of a rating table. `score` is the mean block score, from 0 to 1, with its standard error.

    `elo` is live; `published` is that of the newest fit, None before there is one with this version. `record` has the
    results, those by seat (or side), faults, points a deal with their error, and the bankroll, which is None in games
    without chips.
    """

    rank: int
    version: BotVersion
    bot: str
    elo: int
    elo_milli: int
    units: int
    games: int
    score: float
    standard_error: float | None
    published: Published | None
    is_provisional: bool
    is_house: bool
    record: Record
    bankroll: int | None


def rating_table(pool: Pool) -> list[RatingRow]:
    """Give the rating table of a pool, best first: by the published rating, those without one behind by live Elo.

    Equal ratings share a rank. Four queries at most.
    """
    fit = newest(pool)
    stored = FittedRating.objects.filter(fit=fit) if fit else FittedRating.objects.none()
    published = {row.version_id: row for row in stored}
    rules = rules_for(pool)
    ratings = list(LiveRating.objects.filter(pool=pool, units__gt=0).select_related("version__bot__owner"))

    def key(rating: LiveRating) -> tuple[bool, int]:
        row = published.get(rating.version_id)
        return (row is None, -(row.elo_milli if row else rating.elo_milli))

    rows: list[RatingRow] = []
    last = None
    for place, rating in enumerate(sorted(ratings, key=lambda rating: (*key(rating), rating.version_id)), start=1):
        row = published.get(rating.version_id)
        rank = rows[-1].rank if rows and key(rating) == last else place
        last = key(rating)
        shown = Published.of(row, fit.anchor_id if fit else None) if row else None
        rows.append(_row(rank, rating, shown, rules.entrants, has_chips=rules.has_chips))
    return rows


def published_of(versions: Sequence[BotVersion]) -> dict[tuple[int, int], Published]:
    """Give the published ratings of versions, by pool and version, of each pool's newest fit. One query."""
    newest_fit = PoolFit.objects.filter(pool=OuterRef("fit__pool")).order_by("-sequence").values("pk")[:1]
    rows = FittedRating.objects.filter(version__in=versions, fit=Subquery(newest_fit)).annotate(
        pool_id=F("fit__pool"), anchor_id=F("fit__anchor")
    )
    return {(row.pool_id, row.version_id): Published.of(row, row.anchor_id) for row in rows}


def _row(rank: int, rating: LiveRating, published: Published | None, entrants: int, *, has_chips: bool) -> RatingRow:
    score, error = score_and_error(rating, entrants)
    record = Record.read(rating.record, rating.games, rating.half_points, rating.half_points_squared)
    return RatingRow(
        rank=rank,
        version=rating.version,
        bot=str(rating.version),
        elo=rdiv(rating.elo_milli, 1000),
        elo_milli=rating.elo_milli,
        units=rating.units,
        games=rating.games,
        score=score,
        standard_error=error,
        published=published,
        is_provisional=rating.units < PLACEMENT_UNITS
        or (published is not None and published.field_error > PROVISIONAL_ERROR),
        is_house=rating.version.bot.owner.kind == Owner.Kind.HOUSE,
        record=record,
        bankroll=record.bankroll if has_chips else None,
    )


def score_and_error(rating: LiveRating, entrants: int) -> tuple[float, float | None]:
    """Return the mean block score and its standard error; None for fewer than two blocks.

    Each block is one observation: its games share their cards. Where all had the same score, the error is Wilson's.
    """
    full = 2 * (entrants - 1) * rating.games  # half points that could be had over all blocks
    score = rating.half_points / full if full else 0.0
    if rating.units < 2:
        return score, None
    # units * sum of squares - square of the sum, in integers: nothing is lost in the difference.
    spread = rating.units * rating.half_points_squared - rating.half_points**2
    if not spread:
        return score, error_without_spread(score, rating.units)
    per_block = full / rating.units
    return score, sqrt(spread / (rating.units * (rating.units - 1))) / sqrt(rating.units) / per_block
