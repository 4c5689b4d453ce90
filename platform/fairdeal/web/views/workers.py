"""The workers, for staff: which are there, and whether they can run bots."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fairdeal.common import clock
from fairdeal.matches import selectors
from fairdeal.matches.services.workers import SILENT_AFTER
from fairdeal.web.requests import UserRequest

# The newest of each; who has more has one cause, and one button for all.
TROUBLE_SHOWN = 50


@login_required
@require_safe
@never_cache
def workers(request: UserRequest) -> HttpResponse:
    """List the workers that were heard of lately."""
    silent_since = clock.now() - SILENT_AFTER
    rows = [(worker, worker.seen_at < silent_since) for worker in selectors.workers(request.user)]
    trouble = {
        "suspended": selectors.machines_suspended(request.user),
        "alarms": selectors.alarms_open(request.user)[:TROUBLE_SHOWN],
        "failed": selectors.failed_matches(request.user)[:TROUBLE_SHOWN],
    }
    return render(request, "web/workers/workers.html", {"rows": rows, "nav": "workers", **trouble})
