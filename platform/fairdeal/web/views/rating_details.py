"""What stands behind a rating table: histories, everybody against everybody, one version, two of them."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from fairdeal.common.errors import NotFound
from fairdeal.ratings.books import rules_for
from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors import RatingRow, cells, meeting, pool_get, rating_table, warnings_of
from fairdeal.web import matrix, rating_charts
from fairdeal.web.forms.ratings import HistoryForm
from fairdeal.web.requests import PageRequest

# A matrix has the square of this many cells.
MATRIX_SHOWN = 30


@require_safe
def history(request: PageRequest, pool_id: int) -> HttpResponse:
    """Draw how ratings came about, several versions together."""
    pool = pool_get(pool_id)
    form = HistoryForm(request.GET or None, rows=rating_table(pool))
    shown, is_by_time = form.shown(), form.is_by_time
    context = {
        "pool": pool,
        "form": form,
        "published": rating_charts.published_history(pool, shown, is_by_time=is_by_time),
        "live": rating_charts.live_elo_history(pool, shown, is_by_time=is_by_time),
        "nav": "ratings",
    }
    return render(request, "web/ratings/history.html", context)


@require_safe
def heat_map(request: PageRequest, pool_id: int) -> HttpResponse:
    """Show what everybody scored against everybody, the best of the table."""
    pool = pool_get(pool_id)
    rows = rating_table(pool)
    shown = rows[:MATRIX_SHOWN]
    found = cells(pool, [row.version.pk for row in shown])
    context = {
        "pool": pool,
        "rows": matrix.heat_rows(shown, found),
        "left_out": len(rows) - len(shown),
        "residuals": matrix.named_residuals(warnings_of(pool), rows),
        "nav": "ratings",
    }
    return render(request, "web/ratings/matrix.html", context)


@require_safe
def rated(request: PageRequest, pool_id: int, version_id: int) -> HttpResponse:
    """Show a version in a pool: results, seats, opponents, how it came here."""
    pool = pool_get(pool_id)
    rows = rating_table(pool)
    row = _row(pool, rows, version_id)
    context = {
        "pool": pool,
        "row": row,
        "seats": matrix.seat_rows(row, rules_for(pool).entrants),
        "opponents": matrix.opponents(row, rows, cells(pool)),
        "published": rating_charts.published_history(pool, [row], is_by_time=False),
        "live": rating_charts.live_elo_history(pool, [row], is_by_time=False),
        "bankroll": None if row.bankroll is None else rating_charts.bankroll_history(pool, row),
        "nav": "ratings",
    }
    return render(request, "web/ratings/rated.html", context)


@require_safe
def two(request: PageRequest, pool_id: int, first: int, second: int) -> HttpResponse:
    """Show two versions against each other."""
    pool = pool_get(pool_id)
    if first == second:
        return redirect("web:rated", pool_id, first)
    rows = rating_table(pool)
    ours, theirs = _row(pool, rows, first), _row(pool, rows, second)
    found = meeting(pool, first, second)
    context = {
        "pool": pool,
        "first": ours,
        "second": theirs,
        "meeting": found,
        "deviation": matrix.deviation(found),
        "is_surprising": any(
            {residual["first"], residual["second"]} == {first, second} for residual in warnings_of(pool).residuals
        ),
        "nav": "ratings",
    }
    return render(request, "web/ratings/two.html", context)


def _row(pool: Pool, rows: list[RatingRow], version_id: int) -> RatingRow:
    found = next((row for row in rows if row.version.pk == version_id), None)
    if found is None:
        text = _("No version %(id)d has been rated in %(pool)s.")
        raise NotFound(text % {"id": version_id, "pool": pool}, code="not_in_pool")
    return found
