"""Turn every error of the API into a problem document (RFC 9457): the one handler."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from fairdeal.common.errors import DomainError, Forbidden, InvalidInput, NotFound, TooLarge
from fairdeal.common.pages import ServerError, problem_details

logger = logging.getLogger(__name__)

CONTENT_TYPE = "application/problem+json"
CODES = {"error": "server_error", "parse_error": "malformed", "permission_denied": "forbidden"}


class Refused(DomainError):
    """A refusal of the API's own layers (media type, throttle, key), with any status."""

    def __init__(self, message: str, *, status: int, code: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message, code=code)
        self.status = status  # type: ignore[misc]  # fixed by class in the services' errors, by case here
        self.headers = dict(headers or {})


def domain_error_of(error: Exception) -> DomainError | None:
    """Say an error in the words of `common.errors`; None when it is nobody's fault but ours."""
    if isinstance(error, DomainError):
        return error
    if isinstance(error, exceptions.ValidationError):
        errors = _flatten(error.detail)
        return InvalidInput(_("Not valid: %(fields)s.") % {"fields": ", ".join(sorted(errors))}, fields=errors)
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        code = codes if isinstance(codes, str) else error.default_code
        return Refused(
            str(error.detail), status=error.status_code, code=CODES.get(code, code), headers=_headers_of(error)
        )
    if isinstance(error, Http404):
        return NotFound(_("There is nothing at this address, or you may not see it."))
    if isinstance(error, PermissionDenied):
        return Forbidden(_("You may not do this."))
    if isinstance(error, RequestDataTooBig):
        return TooLarge(_("The request is too large."))
    if isinstance(error, SuspiciousOperation):
        return InvalidInput(_("The request cannot be read."), code="malformed")
    return None


def handler(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer an error raised in an API view; our own fault is logged and signalled, and told in general words."""
    request, view = context["request"], context["view"]
    told = domain_error_of(error)
    if told is None:
        logger.exception("api.error", extra={"path": request.path, "method": request.method})
        got_request_exception.send(sender=type(view), request=getattr(request, "_request", request))
        told = ServerError(_("Something broke on our side. It is in our log under the number of this request."))
    set_rollback()
    headers = dict(told.headers)
    if told.status == 401:
        headers.setdefault("WWW-Authenticate", view.get_authenticate_header(request) or "Bearer")
    return Response(
        problem_details(request, told), status=told.status, headers=headers, content_type=CONTENT_TYPE
    )  # fmt: skip


def _headers_of(error: exceptions.APIException) -> dict[str, str]:
    headers: dict[str, str] = dict(getattr(error, "headers", {}))
    wait = getattr(error, "wait", None)  # of Throttled: seconds until there is room again
    if wait is not None:
        headers["Retry-After"] = str(max(1, math.ceil(wait)))
    header = getattr(error, "auth_header", None)
    if header:
        # RFC 6750, 3.1: say so when a token was given and is not good; say nothing when there was none.
        bad = isinstance(error, exceptions.AuthenticationFailed) and header.startswith("Bearer")
        headers["WWW-Authenticate"] = f'{header}, error="invalid_token"' if bad else header
    return headers


def _flatten(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Give the errors of nested fields under dotted names: `entries.3`."""
    if isinstance(detail, Mapping):
        flat: dict[str, list[str]] = {}
        for name, inner in detail.items():
            flat.update(_flatten(inner, f"{path}.{name}" if path else str(name)))
        return flat
    if isinstance(detail, list) and any(isinstance(inner, dict | list) for inner in detail):
        flat = {}
        for index, inner in enumerate(detail):
            flat.update(_flatten(inner, f"{path}.{index}" if path else str(index)) if inner else {})
        return flat
    texts = [str(text) for text in detail] if isinstance(detail, list) else [str(detail)]
    return {path or "non_field_errors": texts}
