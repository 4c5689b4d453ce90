"""Entering a tournament, and leaving it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from fairdeal.common.errors import Conflict, Forbidden, InvalidInput, NotFound
from fairdeal.tournaments import selectors
from fairdeal.tournaments.access import may
from fairdeal.tournaments.models import Entry, Tournament
from fairdeal.tournaments.services import tournament_disqualify, tournament_enter, tournament_withdraw
from fairdeal.web.event.controls import may_enter
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.entry import ARGUMENTS, DisqualifyForm, EntryForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import UserRequest


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: UserRequest, pk: int) -> HttpResponse:
    """Ask which bot is entered, and enter it."""
    thing = selectors.tournament_get(request.user, pk)
    form = EntryForm(request.POST or None, user=request.user, tournament=thing)
    if request.method == "POST" and form.is_valid():

        def make() -> int:
            return tournament_enter(user=request.user, tournament=thing, **form.arguments()).pk

        try:
            _made, is_repeated = make_once(request, make)
        except (InvalidInput, Conflict, Forbidden) as error:
            add_errors(form, error, ARGUMENTS)
        else:
            if not is_repeated:
                messages.success(request, _("It is entered."))
            return redirect("web:tournament", pk)
    context = {
        "tournament": thing,
        "form": form,
        "entries": [entry for entry in selectors.entries_of(thing) if entry.number is not None],
        "may_enter": may_enter(request.user, thing),
        "nav": "tournaments",
    }
    return render(request, "web/tournaments/enter.html", context, status=400 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: UserRequest, pk: int, entry: int) -> HttpResponse:
    """Ask once more, then take an entry out."""
    thing = selectors.tournament_get(request.user, pk)
    found = _entry(thing, entry)
    if request.method != "POST":
        context = {"tournament": thing, "entry": found, "nav": "tournaments"}
        return render(request, "web/tournaments/withdraw.html", context)
    try:
        tournament_withdraw(user=request.user, tournament=thing, entry_id=entry)
    except (Conflict, Forbidden) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("%(bot)s is withdrawn.") % {"bot": found.version})
    return redirect("web:tournament", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def disqualify(request: UserRequest, pk: int, entry: int) -> HttpResponse:
    """Ask for the reason, then put an entry out."""
    thing = selectors.tournament_get(request.user, pk)
    found = _entry(thing, entry)
    if not may(request.user, "manage", thing):
        raise Forbidden(_("Only the organiser can disqualify a bot."))
    form = DisqualifyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            tournament_disqualify(user=request.user, tournament=thing, entry_id=entry, **form.cleaned_data)
        except InvalidInput as error:
            add_errors(form, error)
        except Conflict as error:
            messages.error(request, error.message)
            return redirect("web:tournament", pk)
        else:
            messages.success(request, _("%(bot)s is disqualified.") % {"bot": found.version})
            return redirect("web:tournament", pk)
    context = {"tournament": thing, "entry": found, "form": form, "nav": "tournaments"}
    return render(request, "web/tournaments/disqualify.html", context, status=400 if form.errors else 200)


def _entry(tournament: Tournament, pk: int) -> Entry:
    """Find an entry that has not left; raises NotFound, also for one of another tournament."""
    found = tournament.entries.select_related("version__bot__owner").filter(pk=pk).first()
    if found is None:
        raise NotFound(_("The tournament has no such entry."), code="no_such_entry")
    return found
