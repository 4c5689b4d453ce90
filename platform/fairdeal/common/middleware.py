"""Middleware: a number for every request, and refusals of services as pages."""

import re
import secrets
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from fairdeal.common import pages
from fairdeal.common.errors import DomainError

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
    """Turn a DomainError that a view lets through into its page; the API has its own handler of the same tree."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Render the page of a DomainError; leave other exceptions to Django."""
        return pages.problem(request, exception) if isinstance(exception, DomainError) else None
