"""Tournaments: the list, and one of them before, while and after it is played."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from fairdeal.tournaments import selectors
from fairdeal.tournaments.models import TournamentState
from fairdeal.web.cursors import cursor_page, sequence_page
from fairdeal.web.event.bracket import bracket
from fairdeal.web.event.controls import controls
from fairdeal.web.event.rules import rules
from fairdeal.web.event.schedule import fairness, listed, schedule
from fairdeal.web.event.standing import crosstable, event_ratings, live
from fairdeal.web.requests import PageRequest

TOURNAMENTS_A_PAGE = 30
TABLES_A_PAGE = 200


@require_safe
def tournaments(request: PageRequest) -> HttpResponse:
    """List the tournaments, newest first."""
    rows = selectors.tournaments_visible_to(request.user)
    page = cursor_page(request, rows, TOURNAMENTS_A_PAGE)
    context = {"tournaments": page.rows, "page": page, "nav": "tournaments"}
    return render(request, "web/tournaments/list.html", context)


@require_safe
@gzip_page
def tournament(request: PageRequest, pk: int) -> HttpResponse:
    """Show a tournament: who takes part, how it stands, its bracket, rounds, fairness and seed."""
    view = selectors.view_of(selectors.tournament_get(request.user, pk))
    drawn = selectors.rounds(view)
    page = sequence_page(request, listed(view, drawn), TABLES_A_PAGE)
    moving = live(view)
    context = (
        moving
        | {"crosstable": moving.get("crosstable") or crosstable(view)}
        | event_ratings(view)
        | bracket(view, drawn)
        | schedule(view, page)
        | fairness(view)
        | controls(request.user, view, drawn)
        | {"rules": rules(view.tournament), "nav": "tournaments"}
    )
    return render(request, "web/tournaments/detail.html", context)


@require_safe
@never_cache
@gzip_page
def progress(request: PageRequest, pk: int) -> HttpResponse:
    """Give the part of the page that moves; when the tournament has ended, htmx loads the whole page."""
    thing = selectors.tournament_get(request.user, pk)
    if not request.htmx:
        return redirect("web:tournament", pk)
    response = render(request, "web/tournaments/_live.html", live(selectors.view_of(thing)))
    if thing.state != TournamentState.RUNNING:
        response.headers["HX-Refresh"] = "true"
    return response


@require_safe
@never_cache
@gzip_page
def pictures(request: PageRequest, pk: int) -> HttpResponse:
    """Give the pictures of the bracket once they differ from those that were seen (`?seen=`): nothing until then."""
    thing = selectors.tournament_get(request.user, pk)
    if not request.htmx:
        return redirect("web:tournament", pk)
    view = selectors.view_of(thing)
    context = bracket(view, selectors.rounds(view))
    if request.GET.get("seen") == context["bracket_stamp"] and thing.state == TournamentState.RUNNING:
        return HttpResponse(status=204)
    return render(request, "web/tournaments/_bracket.html", context)
