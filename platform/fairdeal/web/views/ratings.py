"""Rating pools and their tables."""

import csv
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from fairdeal.ratings.selectors import RatingRow, pool_gain, pool_get, pool_named, rating_table, warnings_of
from fairdeal.web import reading
from fairdeal.web.forms.ratings import PoolsForm, TableForm
from fairdeal.web.requests import PageRequest


@require_safe
def pools(request: PageRequest) -> HttpResponse:
    """List the pools: all, or those of a game or of rules."""
    every = list(reading.pools())
    form = PoolsForm(request.GET, games=sorted({pool.game for pool in every}))
    asked = form.cleaned_data if form.is_valid() else {"game": "", "ruleset": ""}
    found = [
        pool for pool in every if asked["game"] in ("", pool.game) and asked["ruleset"].strip() in ("", pool.ruleset)
    ]
    context = {"pools": found, "form": form, "is_filtered": len(found) < len(every), "nav": "ratings"}
    return render(request, "web/ratings/pools.html", context)


@require_safe
def pool(request: PageRequest, pool_id: int) -> HttpResponse:
    """Show the rating table of a pool."""
    thing = pool_get(pool_id)
    every, form = rating_table(thing), TableForm(request.GET)
    context = {
        "pool": thing,
        "rows": form.rows(every),
        "total": len(every),
        "form": form,
        "query": request.GET.urlencode(),
        "has_chips": any(row.bankroll is not None for row in every),
        "gain": pool_gain(thing),
        "warnings": warnings_of(thing),
        "nav": "ratings",
    }
    return render(request, "web/ratings/pool.html", context)


@require_safe
def named(request: PageRequest, ruleset: str) -> HttpResponse:
    """Go to a pool by the name of its rules; where entrants come as sides and as seats, `?entry=` says which."""
    return redirect("web:pool", pool_named(ruleset, request.GET.get("entry")).pk)


@require_safe
def table_csv(request: PageRequest, pool_id: int) -> HttpResponse:
    """Give the rating table as CSV, with the rows and the order that the page has."""
    thing = pool_get(pool_id)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ratings-{thing.pk}.csv"'
    writer = csv.DictWriter(response, list(CSV_COLUMNS))
    writer.writeheader()
    writer.writerows({name: read(row) for name, read in CSV_COLUMNS.items()} for row in _asked(request, thing))
    return response


def _asked(request: PageRequest, thing: Any) -> list[RatingRow]:
    return TableForm(request.GET).rows(rating_table(thing))


def _published(name: str) -> Any:
    return lambda row: None if row.published is None else getattr(row.published, name)


# The same columns for every pool; what is not known is empty.
CSV_COLUMNS: dict[str, Any] = {
    "rank": lambda row: row.rank,
    "owner": lambda row: row.version.bot.owner.name,
    "bot": lambda row: row.version.bot.name,
    "version": lambda row: row.version.number,
    "rating": _published("elo"),
    "low_95": _published("low"),
    "high_95": _published("high"),
    "rank_best": _published("rank_best"),
    "rank_worst": _published("rank_worst"),
    "rough": _published("is_rough"),
    "provisional": lambda row: row.is_provisional,
    "house": lambda row: row.is_house,
    "live_elo": lambda row: row.elo_milli / 1000,
    "blocks": lambda row: row.units,
    "games": lambda row: row.games,
    "score": lambda row: row.score,
    "score_se": lambda row: row.standard_error,
    "wins": lambda row: row.record.wins,
    "draws": lambda row: row.record.draws,
    "losses": lambda row: row.record.losses,
    "faults": lambda row: row.record.faults,
    "points_a_deal": lambda row: row.record.points_a_deal,
    "points_se": lambda row: row.record.points_error,
    "bankroll": lambda row: row.bankroll,
}
