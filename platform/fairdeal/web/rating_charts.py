"""Pictures and tables of how ratings came about."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors import FittedPoint, LivePoint, RatingRow, fitted_history, live_history
from fairdeal.web.charts import Chart, Series, line_chart, thinned

# Rows of the table beside a picture, for each version.
ROWS_SHOWN = 12


class PointRow(NamedTuple):
    """A point of a history as a row: the interval is None for live Elo."""

    version: str
    blocks: int
    at: datetime
    value: float
    low: float | None = None
    high: float | None = None


class History(NamedTuple):
    """A picture, and the same as a table."""

    chart: Chart
    rows: list[PointRow]


def published_history(pool: Pool, shown: Sequence[RatingRow], *, is_by_time: bool) -> History:
    """Draw the published ratings as the ledger grew."""
    found = fitted_history(pool, [row.version.pk for row in shown])

    def x(point: FittedPoint) -> float:
        return point.at.timestamp() if is_by_time else point.sequence

    series = [
        Series(
            str(row.version),
            [(x(point), point.elo) for point in found[row.version.pk]],
            [(x(point), point.low, point.high) for point in found[row.version.pk]],
        )
        for row in shown
    ]
    title = _("time") if is_by_time else _("rated blocks of the pool")
    chart = line_chart(series, x_title=title, y_title=_("rating"), is_time=is_by_time)
    rows = [
        PointRow(str(row.version), point.sequence, point.at, point.elo, point.low, point.high)
        for row in shown
        for point in thinned(found[row.version.pk], ROWS_SHOWN)
    ]
    return History(chart, rows)


def live_elo_history(pool: Pool, shown: Sequence[RatingRow], *, is_by_time: bool) -> History:
    """Draw live Elo by each version's own blocks, or by time."""
    found = live_history(pool, [row.version.pk for row in shown])
    series = [Series(str(row.version), _line(found[row.version.pk], is_by_time, "elo")) for row in shown]
    title = _("time") if is_by_time else _("rated blocks of the bot")
    chart = line_chart(series, x_title=title, y_title=_("live Elo"), is_time=is_by_time)
    rows = [
        PointRow(str(row.version), point.units, point.at, point.elo)
        for row in shown
        for point in thinned(found[row.version.pk], ROWS_SHOWN)
    ]
    return History(chart, rows)


def bankroll_history(pool: Pool, row: RatingRow) -> History:
    """Draw what a version has won less what it has lost, by its blocks."""
    points = live_history(pool, [row.version.pk])[row.version.pk]
    chart = line_chart(
        [Series(str(row.version), _line(points, False, "bankroll"))],
        x_title=_("rated blocks of the bot"),
        y_title=_("won less lost"),
        levels=[0],
    )
    rows = [PointRow(str(row.version), point.units, point.at, point.bankroll) for point in thinned(points, ROWS_SHOWN)]
    return History(chart, rows)


def _line(points: Sequence[LivePoint], is_by_time: bool, name: str) -> list[tuple[float, float]]:
    return [(point.at.timestamp() if is_by_time else point.units, getattr(point, name)) for point in points]
