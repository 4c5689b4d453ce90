"""The workers, for staff."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.views import ListView
from fairdeal.matches.models import Worker
from fairdeal.matches.selectors import workers


@extend_schema_serializer(component_name="Worker")
class WorkerSerializer(serializers.Serializer[Any]):
    """A worker as it describes itself."""

    name = serializers.CharField(help_text="machine and process; a restart is another worker")
    is_fit = serializers.BooleanField(help_text="has its sandbox passed its self-test?")
    reason = serializers.CharField(help_text="why bots cannot be run there, else empty")
    remedy = serializers.CharField(help_text="what its operator can do about that, else empty")
    sandbox = serializers.CharField()
    engine_version = serializers.CharField()
    seen_at = serializers.DateTimeField(help_text="when it was last heard of; it reports every half minute")
    tested_at = serializers.DateTimeField(allow_null=True, help_text="when the self-test last passed")


class WorkerList(ListView):
    """The workers that were heard of within two days."""

    serializer_class = WorkerSerializer
    anonymous_reads = False

    def get_queryset(self) -> QuerySet[Worker]:
        if getattr(self, "swagger_fake_view", False):
            return Worker.objects.none()  # the document is made without a reader
        return workers(self.request.user)

    @extend_schema(summary="Workers and their sandboxes (for staff)")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)
