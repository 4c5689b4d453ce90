"""The queue: what is played, what waits, whose turn is next."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.views import ApiView
from fairdeal.tournaments.queue import queue_for


@extend_schema_serializer(component_name="QueueRow")
class QueueRowSerializer(serializers.Serializer[Any]):
    """A tournament with matches that wait or are played; null for matches outside tournaments."""

    tournament = serializers.IntegerField(source="tournament.pk", default=None, allow_null=True, help_text="id")
    name = serializers.CharField(source="tournament.name", default=None, allow_null=True)
    position = serializers.IntegerField(
        source="lane.position", allow_null=True, help_text="1: its turn is next; null: it gets none"
    )
    waiting = serializers.IntegerField(source="lane.waiting", help_text="matches not handed out yet")
    with_workers = serializers.IntegerField(source="lane.with_workers", help_text="matches handed out or played")
    is_paused = serializers.BooleanField(source="lane.is_paused")
    is_spare = serializers.BooleanField(source="lane.is_spare", help_text="a private comparison: others come first")
    done_in_s = serializers.FloatField(
        source="lane.done_in_s", allow_null=True, help_text="estimated from the pace of the last matches; null: unknown"
    )


@extend_schema_serializer(component_name="Queue")
class QueueSerializer(serializers.Serializer[Any]):
    """The queue now."""

    slots = serializers.IntegerField(help_text="matches that can be played at a time")
    window = serializers.IntegerField(help_text="matches that are with the workers at a time, at the most")
    waiting = serializers.IntegerField(help_text="matches that wait for a turn")
    queued = serializers.IntegerField(help_text="matches handed out, not begun")
    running = serializers.IntegerField(help_text="matches being played")
    checks_waiting = serializers.IntegerField(help_text="uploads that wait for a check")
    checks_running = serializers.IntegerField(help_text="uploads being checked")
    lanes = QueueRowSerializer(many=True, help_text="in the order of their turns")


class QueueDetail(ApiView):
    """The queue."""

    @extend_schema(summary="The queue: whose turn is next, and for how long", responses=QueueSerializer)
    def get(self, request: Request) -> Response:
        found, rows = queue_for(request.user)
        names = ("slots", "window", "waiting", "queued", "running", "checks_waiting", "checks_running")
        facts = {name: getattr(found, name) for name in names}
        return Response(QueueSerializer({**facts, "lanes": rows}).data)
