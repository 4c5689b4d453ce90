"""What a token may do: its scopes."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from fairdeal.accounts.models import Scope
from fairdeal.api.authentication import REALM, token_of


class InsufficientScope(APIException):
    """The token is good, but not for this (RFC 6750, 3.1)."""

    status_code = status.HTTP_403_FORBIDDEN
    default_code = "insufficient_scope"

    def __init__(self, scope: str) -> None:
        super().__init__(gettext("This needs a token with the scope “%(scope)s”.") % {"scope": scope})
        self.headers = {"WWW-Authenticate": f'Bearer realm="{REALM}", error="insufficient_scope", scope="{scope}"'}


class HasScope(BasePermission):
    """Let anybody read, and a token do what its scopes say.

    A view may say `write_scope` (for methods that change something) and `anonymous_reads = False`.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        reads = request.method in SAFE_METHODS
        token = token_of(request)
        if token is None:
            return reads and getattr(view, "anonymous_reads", True)
        scope = Scope.READ if reads else view.write_scope
        if scope not in token.scopes:
            raise InsufficientScope(scope)
        return True
