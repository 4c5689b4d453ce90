"""Middleware: a number for every request, and refusals of services as pages."""

import re
import secrets
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from fairdeal.common import pages
from fairdeal.common.errors import DomainError, WrongMethod

HEADER = "X-Request-ID"
ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")
GetResponse = Callable[[HttpRequest], HttpResponseBase]


class RequestIdMiddleware:
    """Give every request a number, that every log line and the answer carry."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get(HEADER, "")
        number = given if ACCEPTED.fullmatch(given) else secrets.token_hex(8)
        request.request_id = number  # type: ignore[attr-defined]  # read by the problem pages
        with structlog.contextvars.bound_contextvars(request_id=number):
            response = self.get_response(request)
        response.headers[HEADER] = number
        return response


class ProblemMiddleware:
    """Turn a DomainError that a view lets through, and a wrong method, into its page; the API has its own handler."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or request.path.startswith(pages.API_PREFIX):
            return response
        text = _("This address does not take %(method)s; it takes %(allowed)s.")
        allowed = response.headers["Allow"]
        words = {"method": request.method, "allowed": allowed}
        return pages.problem(request, WrongMethod(text % words, allowed=allowed))

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Render the page of a DomainError; leave other exceptions to Django."""
        return pages.problem(request, exception) if isinstance(exception, DomainError) else None
