"""The front page: what is on now, the latest ratings, how to start."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fairdeal.web import reading
from fairdeal.web.requests import PageRequest


@require_safe
def home(request: PageRequest) -> HttpResponse:
    """Show the front page."""
    context = {"running": reading.running_tournaments(request.user), "pools": reading.newest_tables()}
    return render(request, "web/home.html", context)


@require_safe
@never_cache
def running(request: PageRequest) -> HttpResponse:
    """Give the part of the front page that moves."""
    if not request.htmx:
        return redirect("web:home")
    return render(request, "web/tournaments/_running.html", {"running": reading.running_tournaments(request.user)})
