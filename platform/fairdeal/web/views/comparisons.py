"""Is it better? Comparisons of two versions: the reader's own, one of them while it runs and after, a new one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import engines
from fairdeal.common.errors import Conflict, InvalidInput, NotFound
from fairdeal.comparisons import selectors
from fairdeal.comparisons.models import Comparison, ComparisonState
from fairdeal.comparisons.services import comparison_cost, comparison_start, comparison_stop
from fairdeal.submissions.selectors import versions_of
from fairdeal.web.charts import Series, line_chart, thinned
from fairdeal.web.cursors import cursor_page
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.comparison import ARGUMENTS, ComparisonForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import UserRequest, action

COMPARISONS_A_PAGE = 30
# Rows of the table beside the picture of the evidence.
STEPS_SHOWN = 25


@login_required
@require_safe
def comparisons(request: UserRequest) -> HttpResponse:
    """List the reader's comparisons, newest first."""
    page = cursor_page(request, selectors.comparisons_of(request.user), COMPARISONS_A_PAGE)
    return render(request, "web/comparisons/list.html", {"page": page, "nav": "mine"})


@login_required
@require_safe
def comparison(request: UserRequest, pk: int) -> HttpResponse:
    """Show a comparison."""
    thing = selectors.comparison_get(request.user, pk)
    context = _live(thing) | {"field": selectors.field_of(thing), "nav": "mine"}
    return render(request, "web/comparisons/detail.html", context)


@login_required
@require_safe
@never_cache
def progress(request: UserRequest, pk: int) -> HttpResponse:
    """Give the part of the page that moves; when the comparison has ended, htmx loads the whole page."""
    thing = selectors.comparison_get(request.user, pk)
    if not request.htmx:
        return redirect("web:comparison", pk)
    response = render(request, "web/comparisons/_live.html", _live(thing))
    if thing.state != ComparisonState.RUNNING:
        response.headers["HX-Refresh"] = "true"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: UserRequest) -> HttpResponse:
    """Ask for the game first, then for the rest; tell the cost, or begin."""
    game, candidate = request.GET.get("game", ""), request.GET.get("candidate", "")
    if game not in engines.game_ids():
        if game:
            raise NotFound(_("There is no game “%(game)s”.") % {"game": game[:40]})
        context = {"games": _games_of(request), "candidate": candidate, "nav": "mine"}
        return render(request, "web/comparisons/new.html", context)
    initial = {"candidate": candidate}
    form = ComparisonForm(request.POST or None, user=request.user, game_id=game, initial=initial)
    cost = None
    if request.method == "POST" and form.is_valid():
        try:
            if "cost" in request.POST:
                cost = comparison_cost(user=request.user, asked=form.asked())
            else:
                made, _is_repeated = make_once(
                    request, lambda: comparison_start(user=request.user, asked=form.asked()).pk
                )
                return redirect("web:comparison", made)
        except (InvalidInput, Conflict) as error:
            add_errors(form, error, ARGUMENTS)
    filled: dict[str, Any] = {"form": form, "game": engines.game_spec(game), "cost": cost, "nav": "mine"}
    return render(request, "web/comparisons/new.html", filled, status=400 if form.errors else 200)


@action("web:comparison")
def stop(request: UserRequest, pk: int) -> HttpResponse:
    """Stop a comparison."""
    try:
        comparison_stop(user=request.user, comparison=selectors.comparison_get(request.user, pk))
    except Conflict as error:
        messages.error(request, error.message)
    return redirect("web:comparison", pk)


def _games_of(request: UserRequest) -> list[engines.GameSpec]:
    """Give the games that the reader's versions play."""
    played = {game for games in versions_of(request.user).values_list("games", flat=True) for game in games}
    return [engines.game_spec(game_id) for game_id in engines.game_ids() if game_id in played]


def _live(thing: Comparison) -> dict[str, Any]:
    """Give what moves while a comparison is played."""
    found = selectors.standing(thing)
    path = [(0, 0.0), *((blocks, ratio) for blocks, ratio in thing.path)]
    chart = line_chart(
        [Series(_("evidence"), path if thing.path else [])],
        x_title=_("blocks"),
        y_title=_("log-likelihood ratio"),
        levels=(found.lower, 0.0, found.upper),
    )
    steps = thinned(thing.path, STEPS_SHOWN)
    return {"comparison": thing, "standing": found, "chart": chart, "steps": steps, "plan": thing.plan}
