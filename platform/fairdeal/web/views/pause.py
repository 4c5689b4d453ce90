"""Pausing a tournament, and going on with it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from fairdeal.common.errors import Conflict, Forbidden
from fairdeal.tournaments import selectors
from fairdeal.tournaments.services import tournament_pause, tournament_resume
from fairdeal.web.requests import UserRequest, action


@action("web:tournament")
def pause(request: UserRequest, pk: int) -> HttpResponse:
    """Hand out no more matches of a tournament."""
    thing = selectors.tournament_get(request.user, pk)
    try:
        tournament_pause(user=request.user, tournament=thing)
    except (Conflict, Forbidden) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The tournament is paused. What is with the workers is played to its end."))
    return redirect("web:tournament", pk)


@action("web:tournament")
def resume(request: UserRequest, pk: int) -> HttpResponse:
    """Go on with a tournament."""
    thing = selectors.tournament_get(request.user, pk)
    try:
        tournament_resume(user=request.user, tournament=thing)
    except (Conflict, Forbidden) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("The tournament goes on."))
    return redirect("web:tournament", pk)
