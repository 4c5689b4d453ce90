"""Read request bodies, each within a cap, whatever length the client claims."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser, MultiPartParser

from fairdeal.submissions.archive import MAX_UPLOAD

JSON_MAX_BYTES = 256 * 1024
UPLOAD_MAX_BYTES = MAX_UPLOAD + 256 * 1024  # a bundle and the form around it
CHUNK_BYTES = 64 * 1024


class BodyTooLarge(APIException):
    """More bytes than this address takes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, cap: int) -> None:
        super().__init__(gettext("The body may have at most %(kib)d KiB.") % {"kib": math.ceil(cap / 1024)})


class CappedJSONParser(JSONParser):
    """JSON of at most JSON_MAX_BYTES, of a sane depth."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        content = read_capped(stream, JSON_MAX_BYTES)
        try:
            parsed = super().parse(io.BytesIO(content), media_type, parser_context)
        except RecursionError as error:
            raise ParseError(gettext("The JSON is nested too deeply.")) from error
        if not isinstance(parsed, dict):
            raise ParseError(gettext("Expected a JSON object, got %(kind)s.") % {"kind": _kind(parsed)})
        return parsed


class CappedMultiPartParser(MultiPartParser):
    """A form with files; Django spools large ones to disk, so memory is bounded, and the length is capped here."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        request = (parser_context or {}).get("request")
        if request is not None and content_length(request.META) > UPLOAD_MAX_BYTES:
            raise BodyTooLarge(UPLOAD_MAX_BYTES)
        return super().parse(stream, media_type, parser_context)


def content_length(meta: Mapping[str, Any]) -> int:
    """Give the Content-Length of a request; 0 when there is none or it is not a number (WSGI then gives no body)."""
    text = str(meta.get("CONTENT_LENGTH") or "0")
    return int(text) if text.isdecimal() else 0


def read_capped(stream: Any, cap: int) -> bytes:
    """Read a stream to its end in small pieces; raises BodyTooLarge as soon as it exceeds the cap."""
    parts: list[bytes] = []
    size = 0
    while chunk := stream.read(CHUNK_BYTES):
        size += len(chunk)
        if size > cap:
            raise BodyTooLarge(cap)
        parts.append(chunk)
    return b"".join(parts)


def _kind(value: object) -> str:
    names = {list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
