"""For match workers: bundles out and records in, by hash, under the lease of an attempt or a check."""

from __future__ import annotations

import re
from typing import Any, BinaryIO

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.authentication import LeaseAuthentication
from fairdeal.api.fields import ID_MAX
from fairdeal.api.parsers import BodyTooLarge, content_length, read_capped
from fairdeal.api.views import ApiView
from fairdeal.common.errors import InvalidInput
from fairdeal.matches.services import bundle_for_attempt, record_store
from fairdeal.matches.services.records import MAX_RECORD_BYTES
from fairdeal.submissions.services import bundle_for_check

SHA256 = re.compile(r"[0-9a-f]{64}")
HASH_HEADER = "Content-SHA256"
# The one form of a range that a transfer which broke off needs; any other is answered with the whole (RFC 9110, 14.2).
RANGE = re.compile(r"bytes=([0-9]{1,12})-")


class WorkerView(ApiView):
    """What workers reach. The lease decides about everything, so the services look at it themselves."""

    authentication_classes = [LeaseAuthentication]
    permission_classes = []
    # A worker's own pace is its limit: each request belongs to a lease that we have given out.
    throttle_classes = []


class Bundle(WorkerView):
    """A bundle that the lease is about."""

    media_types = ("application/zip",)

    class QuerySerializer(serializers.Serializer[Any]):
        attempt = serializers.IntegerField(required=False, min_value=1, max_value=ID_MAX)
        check = serializers.IntegerField(required=False, min_value=1, max_value=ID_MAX)

    @extend_schema(
        summary="A bundle to play or to check",
        operation_id="worker_bundle",
        parameters=[
            OpenApiParameter("attempt", int, description="the attempt that the lease is of; or"),
            OpenApiParameter("check", int, description="the check that the lease is of"),
        ],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, sha: str) -> HttpResponse:
        query = self.QuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        content = _bundle(query.validated_data, str(request.auth), sha).read()
        headers = {HASH_HEADER: sha, "Accept-Ranges": "bytes"}
        wanted = RANGE.fullmatch(request.headers.get("Range", ""))
        if wanted is None:
            return HttpResponse(content, content_type="application/zip", headers=headers)
        first, size = int(wanted[1]), len(content)
        if first >= size:
            headers["Content-Range"] = f"bytes */{size}"
            return HttpResponse(status=status.HTTP_416_REQUESTED_RANGE_NOT_SATISFIABLE, headers=headers)
        headers["Content-Range"] = f"bytes {first}-{size - 1}/{size}"
        code = status.HTTP_206_PARTIAL_CONTENT
        return HttpResponse(content[first:], content_type="application/zip", headers=headers, status=code)


class Record(WorkerView):
    """The record of a block of an attempt."""

    parser_classes = []  # the body is read here, raw and within its cap

    @extend_schema_serializer(component_name="StoredRecord")
    class OutputSerializer(serializers.Serializer[Any]):
        block = serializers.IntegerField()
        sha256 = serializers.CharField()
        size = serializers.IntegerField()

    @extend_schema(
        summary="Hand in the record of a block",
        operation_id="worker_record",
        description="201 when it is new, 200 when these very bytes were handed in before, 409 when others were.",
        parameters=[
            OpenApiParameter(
                name=HASH_HEADER, location=OpenApiParameter.HEADER, required=True, description="SHA-256 of the body"
            )
        ],
        request={"application/gzip": OpenApiTypes.BINARY},
        responses={200: OutputSerializer, 201: OutputSerializer},
    )
    def put(self, request: Request, attempt: int, block: int) -> Response:
        sha256 = request.headers.get(HASH_HEADER, "")
        if not SHA256.fullmatch(sha256):
            message = _("Expected the SHA-256 of the body, in small hexadecimal letters.")
            raise InvalidInput(_("The record cannot be taken."), fields={HASH_HEADER: message})
        if content_length(request.META) > MAX_RECORD_BYTES:
            raise BodyTooLarge(MAX_RECORD_BYTES)
        content = read_capped(request._request, MAX_RECORD_BYTES)
        is_new = record_store(attempt_id=attempt, token=str(request.auth), block=block, content=content, sha256=sha256)
        stored = {"block": block, "sha256": sha256, "size": len(content)}
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(self.OutputSerializer(stored).data, status=code)


def _bundle(query: dict[str, int], token: str, sha: str) -> BinaryIO:
    if len(query) != 1:
        message = _("Expected exactly one of attempt and check.")
        raise InvalidInput(message, fields={"attempt": message})
    if "attempt" in query:
        return bundle_for_attempt(attempt_id=query["attempt"], token=token, sha=sha)
    return bundle_for_check(check_id=query["check"], token=token, sha=sha)
