"""The one page that says what went wrong, for people; for programs, the same as problem details (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views import csrf, defaults

from fairdeal.common.errors import DomainError, Forbidden, InvalidInput, NotAuthenticated, NotFound

TEMPLATE = "web/problem.html"
API_PREFIX = "/api/"
JSON_TYPES = frozenset({"application/json", "application/problem+json"})
HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# The phrases of the statuses that are answered here, marked for the catalogues. Python 3.13 renamed two of them.
STATUS_PHRASES = (
    gettext_noop("Bad Request"),
    gettext_noop("Unauthorized"),
    gettext_noop("Forbidden"),
    gettext_noop("Not Found"),
    gettext_noop("Method Not Allowed"),
    gettext_noop("Not Acceptable"),
    gettext_noop("Conflict"),
    gettext_noop("Gone"),
    gettext_noop("Request Entity Too Large"),
    gettext_noop("Content Too Large"),
    gettext_noop("Unsupported Media Type"),
    gettext_noop("Unprocessable Entity"),
    gettext_noop("Unprocessable Content"),
    gettext_noop("Too Many Requests"),
    gettext_noop("Internal Server Error"),
)


class ServerError(DomainError):
    """Our own fault; the details are in the log under the request's number."""

    status = 500
    default_code = "server_error"


def problem_details(request: HttpRequest, error: DomainError) -> dict[str, Any]:
    """Give the problem details of an error: the same words for pages and for the API."""
    details: dict[str, Any] = {
        "type": f"urn:fairdeal:problem:{error.code}",
        "title": _(HTTPStatus(error.status).phrase),
        "status": error.status,
        "detail": error.message,
        "code": error.code,
        "instance": request.path,
        "request_id": getattr(request, "request_id", ""),
    }
    if error.fields:
        details["errors"] = error.fields
    return details


def problem(request: HttpRequest, error: DomainError) -> HttpResponse:
    """Render an error; who only has to log in is sent to do so."""
    details = problem_details(request, error)
    if is_for_program(request):
        return JsonResponse(
            details,
            status=error.status,
            headers={"Vary": "Accept", **error.headers},
            content_type="application/problem+json",
        )
    if isinstance(error, NotAuthenticated) and request.method == "GET":
        return redirect_to_login(request.get_full_path())
    response = render(request, TEMPLATE, {"problem": details}, status=error.status)
    patch_vary_headers(response, ["Accept"])
    return with_headers(response, error)


def is_for_program(request: HttpRequest) -> bool:
    """Say whether an answer is read by a program: it asks the API, or it names JSON and not HTML in its Accept."""
    named = {f"{kind.main_type}/{kind.sub_type}".lower() for kind in request.accepted_types}
    return request.path.startswith(API_PREFIX) or (not named.isdisjoint(JSON_TYPES) and named.isdisjoint(HTML_TYPES))


def with_headers(response: HttpResponse, error: DomainError) -> HttpResponse:
    """Give the page with what the error says in the header too."""
    for name, value in error.headers.items():
        response.headers[name] = value
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django cannot read; the page is without context, as its host or its session may be what is wrong."""
    if is_for_program(request):
        return problem(request, InvalidInput(_("The request cannot be read."), code="malformed"))
    return defaults.bad_request(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that is not from the reader's own page."""
    if is_for_program(request):
        return problem(request, Forbidden(_("The form was not made for this log-in."), code="csrf_failed"))
    return csrf.csrf_failure(request, reason)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer what Django itself refuses."""
    return problem(request, Forbidden(_("You are not allowed to do this.")))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an address that does not exist."""
    return problem(request, NotFound(_("There is no such page.")))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when something broke; must not break itself."""
    return problem(request, ServerError(_("Something broke on our side. It is in our log under the number below.")))
