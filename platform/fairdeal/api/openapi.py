"""Describe the API (OpenAPI 3.1): authentication, idempotency keys, and the errors of every operation."""

from __future__ import annotations

import functools
import threading
from typing import Any

from django.conf import settings
from django.utils import translation
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import patched_settings
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from fairdeal.api.conf import SPECTACULAR_SETTINGS

PROBLEM_TYPE = "application/problem+json"
WRITES = ("POST", "PUT", "PATCH")
MEANINGS = {
    400: "What was sent cannot be used; `errors` says which field.",
    401: "No token where one is needed, or a token that is wrong, expired or revoked.",
    403: "The token lacks the scope.",
    404: "No such thing, or not for this reader.",
    406: "Accept does not allow what is here.",
    409: "In conflict with what is there; or the first request with this key still runs.",
    410: "The lease is over.",
    413: "More bytes than are taken.",
    415: "A media type that is not taken here.",
    422: "The Idempotency-Key was used with another request.",
    429: "Too many requests; `Retry-After` says when to come back.",
}


@extend_schema_serializer(component_name="Problem")
class ProblemSerializer(serializers.Serializer[Any]):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text="`urn:fairdeal:problem:` and the code")
    title = serializers.CharField(help_text="the meaning of the status")
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="for programs; stable")
    detail = serializers.CharField(help_text="for people")
    instance = serializers.CharField(help_text="the path that was asked for")
    request_id = serializers.CharField(help_text="the number under which our log has it")
    errors = serializers.DictField(  # type: ignore[assignment]  # the member's name; hides the serializer's own errors
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="what is wrong, by field; nested fields by dotted name",
    )


class ProblemSchema(AutoSchema):
    """Add to each operation the problems it can answer with, and the header that makes a POST happen once."""

    def get_override_parameters(self) -> list[Any]:
        parameters = list(super().get_override_parameters())
        if self._is_idempotent():
            parameters.append(
                OpenApiParameter(
                    name="Idempotency-Key",
                    location=OpenApiParameter.HEADER,
                    type={"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[\\x20-\\x7e]+$"},
                    description="The same key and request again within a day gets the first answer.",
                )
            )
        return parameters

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        describe: Any = self._get_response_for_code
        for status in sorted(self._problems()):
            if str(status) not in bodies:
                response = OpenApiResponse(ProblemSerializer, description=MEANINGS[status])
                bodies[str(status)] = describe(response, str(status), [PROBLEM_TYPE], direction)
        return bodies

    def _problems(self) -> set[int]:
        leased = [cls.__name__ for cls in self.view.authentication_classes] == ["LeaseAuthentication"]
        statuses = {406, 429} if self.view.throttle_classes else {406}
        if self.view.authentication_classes:
            statuses |= {401, 410} if leased else {401, 403}
        if "{" in self.path:
            statuses.add(404)
        if self._is_list_view() or getattr(self.view, "pagination_class", None) or leased:
            statuses.add(400)
        if self.method in WRITES:
            statuses |= {400, 409, 413} | (set() if leased else {415})
        if self._is_idempotent():
            statuses.add(422)
        return statuses

    def _is_idempotent(self) -> bool:
        post = getattr(self.view, "post", None)
        return self.method == "POST" and getattr(post, "is_idempotent", False)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the package has no types
    """Bearer tokens."""

    target_class = "fairdeal.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An API token from the page “Tokens”."}


class LeaseScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the package has no types
    """Leases of match workers."""

    target_class = "fairdeal.api.authentication.LeaseAuthentication"
    name = "lease"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        description = "`Lease <token>`: the token of an attempt or check, from its job."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}


_making = threading.Lock()


@functools.cache
def _document() -> dict[str, Any]:
    generator: Any = SchemaGenerator
    # In one language for all readers, whoever asks first.
    with translation.override(settings.LANGUAGE_CODE), patched_settings(SPECTACULAR_SETTINGS):
        return dict(generator().get_schema(request=None, public=True))


def document() -> dict[str, Any]:
    """Give the API's document; it is the same for everybody and made once a process."""
    # The generator keeps global state while it works: one thread at a time.
    with _making:
        return _document()
