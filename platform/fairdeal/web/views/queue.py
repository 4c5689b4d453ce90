"""The queue: what is played, what waits, whose turn is next, and about how long it takes."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fairdeal.tournaments.queue import queue_for
from fairdeal.web.requests import PageRequest


@require_safe
@never_cache
def queue(request: PageRequest) -> HttpResponse:
    """Show the queue; asked by htmx, give the part that moves."""
    found, rows = queue_for(request.user)
    template = "web/queue/_queue.html" if request.htmx else "web/queue/queue.html"
    return render(request, template, {"queue": found, "rows": rows, "nav": "queue"})
