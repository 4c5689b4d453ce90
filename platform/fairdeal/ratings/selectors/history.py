"""How ratings came about: live Elo and bankroll by a version's own blocks, the published rating by the ledger."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from fairdeal.ratings.models import FittedRating, HistoryPoint, Pool


@dataclass(frozen=True, slots=True)
class LivePoint:
    """A version after so many blocks of its own: live Elo, and what it had won less what it had lost in chips."""

    units: int
    sequence: int
    at: datetime
    elo: float
    bankroll: int


@dataclass(frozen=True, slots=True)
class FittedPoint:
    """A version's published rating by the ledger up to a row, with its 95 % interval."""

    sequence: int
    at: datetime
    elo: float
    low: float
    high: float


def live_history(pool: Pool, versions: Collection[int]) -> dict[int, list[LivePoint]]:
    """Give the live history of versions, oldest first; an empty list for one that has not played here. One query."""
    found: dict[int, list[LivePoint]] = {pk: [] for pk in versions}
    points = HistoryPoint.objects.filter(pool=pool, version__in=versions).order_by("version_id", "units")
    for pk, units, sequence, at, elo, bankroll in points.values_list(
        "version_id", "units", "sequence", "at", "elo_milli", "bankroll"
    ):
        found[pk].append(LivePoint(units, sequence, at, elo / 1000, bankroll))
    return found


def fitted_history(pool: Pool, versions: Collection[int]) -> dict[int, list[FittedPoint]]:
    """Give the published ratings of versions as the ledger grew, oldest first. One query."""
    found: dict[int, list[FittedPoint]] = {pk: [] for pk in versions}
    rows = FittedRating.objects.filter(fit__pool=pool, version__in=versions).order_by("version_id", "fit__sequence")
    columns = ("version_id", "fit__sequence", "fit__at", "elo_milli", "error_milli", "factor_milli")
    for pk, sequence, at, elo_milli, error_milli, factor_milli in rows.values_list(*columns):
        elo, reach = elo_milli / 1000, error_milli * factor_milli / 1_000_000
        found[pk].append(FittedPoint(sequence, at, elo, elo - reach, elo + reach))
    return found
