"""Running the arena: play failed matches again, settle alarms."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api import fields
from fairdeal.api.fields import user_of
from fairdeal.api.idempotency import idempotent
from fairdeal.api.resources.matches import MatchDetailSerializer
from fairdeal.api.views import ApiView, ListView
from fairdeal.common.errors import Conflict
from fairdeal.matches.models import Alarm, AlarmKind, Match
from fairdeal.matches.selectors import alarms_open, match_get
from fairdeal.matches.services import alarm_settle, matches_requeue


@extend_schema_serializer(component_name="Alarm")
class AlarmSerializer(serializers.Serializer[Any]):
    """Something that staff must look at."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=AlarmKind.choices)
    match = serializers.IntegerField(source="match_id", allow_null=True, help_text="id")
    worker = serializers.CharField(help_text="name, or empty")
    detail = serializers.CharField()
    created_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)


class AlarmList(ListView):
    """The open alarms."""

    serializer_class = AlarmSerializer
    anonymous_reads = False

    def get_queryset(self) -> QuerySet[Alarm]:
        if getattr(self, "swagger_fake_view", False):
            return Alarm.objects.none()  # the document is made without a reader
        return alarms_open(self.request.user)

    @extend_schema(summary="Open alarms (for staff)")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class AlarmSettle(ApiView):
    """Settle an alarm."""

    @extend_schema(
        summary="Settle an alarm (for staff)",
        request=None,
        responses={200: AlarmSerializer},
        operation_id="alarms_settle",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        return Response(AlarmSerializer(alarm_settle(user=user_of(request), alarm_id=pk)).data)


class MatchRequeue(ApiView):
    """Play a failed match again."""

    @extend_schema(
        summary="Play a match again that the infrastructure failed (for staff)",
        description="It gets three attempts more; one of a tournament waits for its turn.",
        request=None,
        responses={200: MatchDetailSerializer},
        operation_id="matches_requeue",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        match = match_get(request.user, pk)
        if not matches_requeue(user=user_of(request), matches=Match.objects.filter(pk=match.pk)):
            text = _("Only a match that the infrastructure failed can be played again.")
            raise Conflict(text, code="match_not_failed")
        return Response(MatchDetailSerializer(match_get(request.user, pk), context={"request": request}).data)
