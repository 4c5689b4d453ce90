"""What staff does about trouble: have failed matches played again, settle alarms, let machines play again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from fairdeal.matches.models import Match
from fairdeal.matches.services import alarm_settle, machine_release, matches_requeue
from fairdeal.web.requests import UserRequest, action


@action("web:match")
def requeue(request: UserRequest, pk: int) -> HttpResponse:
    """Have a match that failed played again."""
    _requeue(request, pk)
    return redirect("web:match", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def requeue_all(request: UserRequest) -> HttpResponse:
    """Have all matches that failed played again."""
    if request.method == "POST":
        _requeue(request)
    return redirect("web:workers")


@action("web:workers", is_own=False)
def settle(request: UserRequest, pk: int) -> HttpResponse:
    """Settle an alarm."""
    alarm_settle(user=request.user, alarm_id=pk)
    messages.success(request, _("The alarm is settled."))
    return redirect("web:workers")


@action("web:workers", is_own=False)
def release(request: UserRequest, pk: int) -> HttpResponse:
    """Let a machine play again."""
    machine_release(user=request.user, machine_id=pk)
    messages.success(request, _("The machine is set to work again."))
    return redirect("web:workers")


def _requeue(request: UserRequest, *pks: int) -> None:
    matches = Match.objects.filter(pk__in=pks) if pks else Match.objects.all()
    count = matches_requeue(user=request.user, matches=matches)
    text = ngettext("%(count)d match is played again.", "%(count)d matches are played again.", count)
    messages.success(request, text % {"count": count})
