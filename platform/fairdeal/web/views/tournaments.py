"""Tournaments: the list, one of them while it runs and after, a new one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import engines
from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotFound
from fairdeal.matches import designs
from fairdeal.tournaments import selectors
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import TournamentState
from fairdeal.tournaments.services import tournament_cancel, tournament_create, tournament_start
from fairdeal.tournaments.states import BEFORE_START, may_follow
from fairdeal.web import reading, tables
from fairdeal.web.cursors import cursor_page, sequence_page
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.tournament import ARGUMENTS, TournamentForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import PageRequest, UserRequest, action

TOURNAMENTS_A_PAGE = 30
TABLES_A_PAGE = 200
# A cross-table has the square of this many cells; larger ones are not sent again every two seconds.
LIVE_CROSSTABLE_ENTRIES = 24


@require_safe
def tournaments(request: PageRequest) -> HttpResponse:
    """List the tournaments, newest first."""
    rows = selectors.tournaments_visible_to(request.user)
    page = cursor_page(request, rows, TOURNAMENTS_A_PAGE)
    context = {"tournaments": page.rows, "page": page, "nav": "tournaments"}
    return render(request, "web/tournaments/list.html", context)


@require_safe
def tournament(request: PageRequest, pk: int) -> HttpResponse:
    """Show a tournament: progress, standings, cross-table, schedule, seed."""
    thing = selectors.tournament_get(request.user, pk)
    view = selectors.view_of(thing)
    live, is_mine = _live(view), may(request.user, "manage", thing)
    schedule = selectors.schedule(view)
    page = sequence_page(request, schedule, TABLES_A_PAGE)
    game = engines.make_game(thing.game, thing.players, thing.options)
    rotations = designs.rotations(thing.entry_kind, game.side_of)
    context = live | {
        "page": page,
        "rounds": tables.rounds(page.rows, schedule, rotations[0]),
        "rotations": len(rotations),
        "crosstable": live["crosstable"] or _crosstable(view),
        "report": selectors.schedule_report(view),
        "may_start": is_mine and thing.state in BEFORE_START,
        "may_cancel": is_mine and may_follow(thing.state, TournamentState.CANCELLED),
        "may_pause": is_mine and thing.state == TournamentState.RUNNING,
        "is_paused": thing.is_paused,
        "seed": thing.seed if may(request.user, "see_seed", thing) else "",
        "nav": "tournaments",
    }
    return render(request, "web/tournaments/detail.html", context)


@require_safe
@never_cache
def progress(request: PageRequest, pk: int) -> HttpResponse:
    """Give the part of the page that moves; when the tournament has ended, htmx loads the whole page."""
    thing = selectors.tournament_get(request.user, pk)
    if not request.htmx:
        return redirect("web:tournament", pk)
    response = render(request, "web/tournaments/_live.html", _live(selectors.view_of(thing)))
    if thing.state != TournamentState.RUNNING:
        response.headers["HX-Refresh"] = "true"
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: UserRequest) -> HttpResponse:
    """Ask for the game first, then for the rest; make the tournament."""
    game = request.GET.get("game", "")
    if game not in engines.game_ids():
        if game:
            raise NotFound(_("There is no game “%(game)s”.") % {"game": game[:40]})
        specs = [engines.game_spec(game_id) for game_id in engines.game_ids()]
        return render(request, "web/tournaments/new.html", {"games": specs, "nav": "tournaments"})
    form = TournamentForm(request.POST or None, user=request.user, game_id=game)
    if request.method == "POST" and form.is_valid():
        try:
            made, is_repeated = make_once(request, lambda: tournament_create(user=request.user, **form.arguments()).pk)
        except (InvalidInput, Conflict) as error:
            add_errors(form, error, ARGUMENTS)
        else:
            if not is_repeated:
                messages.success(request, _("The tournament is set up. Look at its schedule, then start it."))
            return redirect("web:tournament", made)
    context = {"form": form, "game": engines.game_spec(game), "nav": "tournaments"}
    return render(request, "web/tournaments/new.html", context, status=400 if form.errors else 200)


@action("web:tournament")
def start(request: UserRequest, pk: int) -> HttpResponse:
    """Send all matches of a tournament to the workers."""
    thing = selectors.tournament_get(request.user, pk)
    try:
        tournament_start(user=request.user, tournament=thing)
    except (Conflict, InvalidInput, Forbidden) as error:
        messages.error(request, error.message)
    return redirect("web:tournament", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: UserRequest, pk: int) -> HttpResponse:
    """Ask once more, then call the tournament off."""
    thing = selectors.tournament_get(request.user, pk)
    if request.method != "POST":
        if not may(request.user, "manage", thing):
            raise Forbidden(_("Only its organiser can call a tournament off."))
        if not may_follow(thing.state, TournamentState.CANCELLED):
            return redirect("web:tournament", pk)
        context = {"tournament": thing, "progress": selectors.progress(thing), "nav": "tournaments"}
        return render(request, "web/tournaments/cancel.html", context)
    try:
        tournament_cancel(user=request.user, tournament=thing)
    except (Conflict, Forbidden) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The tournament is called off."))
    return redirect("web:tournament", pk)


def _live(view: selectors.View) -> dict[str, Any]:
    """Give what moves while a tournament is played; of one that never started, its entries."""
    thing = view.tournament
    is_started = thing.started_at is not None
    standings = selectors.standings(view) if is_started else []
    is_crosstable_live = len(standings) <= LIVE_CROSSTABLE_ENTRIES
    return {
        "tournament": thing,
        "is_started": is_started,
        "progress": selectors.progress(thing),
        "standings": standings,
        "entries": [] if is_started else reading.entry_rows(thing),
        "is_crosstable_live": is_crosstable_live,
        "crosstable": _crosstable(view) if is_crosstable_live else [],
    }


def _crosstable(view: selectors.View) -> list[selectors.CrossRow]:
    return [] if view.tournament.started_at is None else selectors.crosstable(view)
