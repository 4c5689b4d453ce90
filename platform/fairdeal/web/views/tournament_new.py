"""A new tournament: the game is asked for first, then the rest."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

import engines
from fairdeal.common.errors import Conflict, InvalidInput, NotFound
from fairdeal.tournaments.services import tournament_create
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.tournament import ARGUMENTS, TournamentForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import UserRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: UserRequest) -> HttpResponse:
    """Ask for the game first, then for the rest; make the tournament."""
    game = _game(request)
    if not game:
        specs = [engines.game_spec(game_id) for game_id in engines.game_ids()]
        return render(request, "web/tournaments/new.html", {"games": specs, "nav": "tournaments"})
    form = TournamentForm(request.POST or None, user=request.user, game_id=game)
    if form.is_bound and form.is_of_another_format:
        form = TournamentForm.typed(request.POST, user=request.user, game_id=game)
    elif form.is_valid():
        try:
            made, is_repeated = make_once(request, lambda: tournament_create(user=request.user, **form.arguments()).pk)
        except (InvalidInput, Conflict) as error:
            add_errors(form, error, ARGUMENTS)
        else:
            if not is_repeated:
                messages.success(request, _("The tournament is set up."))
            return redirect("web:tournament", made)
    context = {"form": form, "game": engines.game_spec(game), "nav": "tournaments"}
    return render(request, "web/tournaments/new.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def settings(request: UserRequest) -> HttpResponse:
    """Give the fields for the settings of the format that was chosen, with what was typed before."""
    game = _game(request) or engines.game_ids()[0]
    form = TournamentForm.typed(request.POST, user=request.user, game_id=game)
    return render(request, "web/tournaments/_settings.html", {"form": form})


def _game(request: UserRequest) -> str:
    game = request.GET.get("game", "")
    if game and game not in engines.game_ids():
        raise NotFound(_("There is no game “%(game)s”.") % {"game": game[:40]})
    return game
