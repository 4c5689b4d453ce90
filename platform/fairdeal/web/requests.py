"""What a view knows of its request once a log-in is required or htmx asked."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from fairdeal.accounts.models import User


class PageRequest(HttpRequest):
    """A request as the middleware leaves it."""

    htmx: HtmxDetails


class UserRequest(PageRequest):
    """A request behind `login_required`."""

    user: User
