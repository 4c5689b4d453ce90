"""What a view knows of its request once a log-in is required or htmx asked."""

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from fairdeal.accounts.models import User


class PageRequest(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


class UserRequest(PageRequest):
    """A request behind `login_required`."""

    user: User


def action(page: str, *, is_own: bool = True) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Make a view that does something by POST, after a log-in.

    A log-in leads back by GET, which does nothing: it goes on to `page`, where the form is. That is the thing's own
    page unless `is_own` says otherwise.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @login_required
        @require_http_methods(["GET", "HEAD", "POST"])
        @functools.wraps(view)
        def act(request: UserRequest, pk: int) -> HttpResponse:
            if request.method == "POST":
                return view(request, pk)
            place: dict[str, Any] = {"pk": pk} if is_own else {}
            return redirect(page, **place)

        return act

    return decorate
