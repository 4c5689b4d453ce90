"""Who asks: a person with an API token, or a match worker with a lease."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from fairdeal.accounts.models import ApiToken, User
from fairdeal.accounts.services import token_authenticate
from fairdeal.common.errors import NotAuthenticated

REALM = "fairdeal"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; a request without it is anonymous, one with a bad token is refused."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        plain = credentials(request, "bearer")
        if plain is None:
            return None
        try:
            token = token_authenticate(plain=plain)
        except NotAuthenticated as error:
            raise AuthenticationFailed(str(error.message), code=error.code) from error
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return f'Bearer realm="{REALM}"'


class LeaseAuthentication(BaseAuthentication):
    """`Authorization: Lease <token>` of a match worker; the services check it against its attempt or check."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, str]:
        plain = credentials(request, "lease")
        if plain is None:
            raise AuthenticationFailed(_("This address is for match workers: send `Authorization: Lease <token>`."))
        return AnonymousUser(), plain

    def authenticate_header(self, request: Request) -> str:
        return f'Lease realm="{REALM}"'


def credentials(request: Request, scheme: str) -> str | None:
    """Give what stands after the scheme in the Authorization header; None when it is missing or of another scheme.

    Raises AuthenticationFailed when the scheme is right and the rest is not one word of ASCII.
    """
    words = get_authorization_header(request).split()
    if not words or words[0].lower() != scheme.encode():
        return None
    if len(words) != 2:
        raise AuthenticationFailed(_("The Authorization header must be the scheme, one space and one token."))
    try:
        return words[1].decode("ascii")
    except UnicodeDecodeError as error:
        raise AuthenticationFailed(_("A token consists of ASCII characters only.")) from error


def token_of(request: Request) -> ApiToken | None:
    """Give the token the request came with, if any."""
    auth: Any = request.auth
    return auth if isinstance(auth, ApiToken) else None
