"""The one page that says what went wrong, for people; for programs, the same as problem details (RFC 9457)."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from fairdeal.common.errors import DomainError, Forbidden, NotAuthenticated, NotFound

TEMPLATE = "web/problem.html"
API_PREFIX = "/api/"


class ServerError(DomainError):
    """Our own fault; the details are in the log under the request's number."""

    status = 500
    default_code = "server_error"


def problem_details(request: HttpRequest, error: DomainError) -> dict[str, Any]:
    """Give the problem details of an error: the same words for pages and for the API."""
    details: dict[str, Any] = {
        "type": f"urn:fairdeal:problem:{error.code}",
        "title": HTTPStatus(error.status).phrase,
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
    if request.path.startswith(API_PREFIX):
        return JsonResponse(
            details, status=error.status, headers=error.headers, content_type="application/problem+json"
        )
    if isinstance(error, NotAuthenticated) and request.method == "GET":
        return redirect_to_login(request.get_full_path())
    return with_headers(render(request, TEMPLATE, {"problem": details}, status=error.status), error)


def with_headers(response: HttpResponse, error: DomainError) -> HttpResponse:
    """Give the page with what the error says in the header too."""
    for name, value in error.headers.items():
        response.headers[name] = value
    return response


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer what Django itself refuses."""
    return problem(request, Forbidden(_("You are not allowed to do this.")))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an address that does not exist."""
    return problem(request, NotFound(_("There is no such page.")))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer when something broke; must not break itself."""
    return problem(request, ServerError(_("Something broke on our side. It is in our log under the number below.")))
