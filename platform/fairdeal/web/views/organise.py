"""What the organiser does with a tournament by one click; each is done once, however often it is sent."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from fairdeal.common.errors import Conflict, Forbidden, InvalidInput
from fairdeal.tournaments import selectors
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Tournament, TournamentState
from fairdeal.tournaments.services import (
    tournament_cancel,
    tournament_close,
    tournament_open,
    tournament_pause,
    tournament_rerun_failed,
    tournament_resume,
    tournament_start,
)
from fairdeal.tournaments.states import may_follow
from fairdeal.web.requests import UserRequest, action

PAUSED = gettext_lazy("The tournament is paused. What is with the workers is played to its end.")
RESUMED = gettext_lazy("The tournament goes on.")


def _one_click(
    service: Callable[..., object], done: Promise, there: TournamentState | None = None
) -> Callable[[UserRequest, int], HttpResponse]:
    """Make a view that calls a service with the tournament, and says that it is done, or why it was refused.

    A tournament that is `there`, in the state that it was to be brought into, was brought there by the first of two
    clicks: nothing is said then.
    """

    def view(request: UserRequest, pk: int) -> HttpResponse:
        thing = selectors.tournament_get(request.user, pk)
        if there is None or thing.state != there:
            try:
                service(user=request.user, tournament=thing)
            except (Conflict, InvalidInput, Forbidden) as error:
                for text in [text for texts in error.fields.values() for text in texts] or [error.message]:
                    messages.error(request, text)
            else:
                messages.success(request, str(done))
        return redirect("web:tournament", pk)

    return action("web:tournament")(view)


open_ = _one_click(tournament_open, gettext_lazy("Owners can enter their bots now."), TournamentState.OPEN)
close = _one_click(tournament_close, gettext_lazy("Entry is closed."), TournamentState.CLOSED)
start = _one_click(tournament_start, gettext_lazy("The tournament has started."), TournamentState.RUNNING)
pause = _one_click(tournament_pause, PAUSED)
resume = _one_click(tournament_resume, RESUMED)


@action("web:tournament")
def rerun(request: UserRequest, pk: int) -> HttpResponse:
    """Have the failed matches of a tournament played again."""
    thing = selectors.tournament_get(request.user, pk)
    try:
        count = tournament_rerun_failed(user=request.user, tournament=thing)
    except (Conflict, Forbidden) as error:
        messages.error(request, error.message)
    else:
        text = ngettext("%(count)d match is played again.", "%(count)d matches are played again.", count)
        messages.success(request, text % {"count": count})
    return redirect("web:tournament", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: UserRequest, pk: int) -> HttpResponse:
    """Ask once more, then call the tournament off."""
    thing = selectors.tournament_get(request.user, pk)
    if request.method != "POST":
        return _ask_to_cancel(request, thing)
    if thing.state != TournamentState.CANCELLED:
        try:
            tournament_cancel(user=request.user, tournament=thing)
        except (Conflict, Forbidden) as error:
            messages.error(request, error.message)
        else:
            messages.success(request, _("The tournament is called off."))
    return redirect("web:tournament", pk)


def _ask_to_cancel(request: UserRequest, thing: Tournament) -> HttpResponse:
    if not may(request.user, "manage", thing):
        raise Forbidden(_("Only its organiser can call a tournament off."))
    if not may_follow(thing.state, TournamentState.CANCELLED):
        return redirect("web:tournament", thing.pk)
    context = {"tournament": thing, "progress": selectors.progress(thing), "nav": "tournaments"}
    return render(request, "web/tournaments/cancel.html", context)
