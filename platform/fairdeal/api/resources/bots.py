"""Bots: what people own, and the versions of each."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.fields import Address
from fairdeal.api.resources.versions import VersionSerializer
from fairdeal.api.views import ApiView, ListView
from fairdeal.submissions.models import Bot
from fairdeal.submissions.selectors import bot_get, bots_visible_to, versions_visible_to

VERSIONS_SHOWN = 50


class BotFilter(django_filters.FilterSet):
    """Which bots: those of an owner, those of a name."""

    owner = django_filters.CharFilter(field_name="owner__name", label="the owner's name")
    name = django_filters.CharFilter(field_name="name", label="the bot's name")


@extend_schema_serializer(component_name="Bot")
class BotSerializer(serializers.Serializer[Any]):
    """A bot."""

    id = serializers.IntegerField()
    url = Address("bot", arguments={"owner": "owner__name", "name": "name"})
    owner = serializers.CharField(source="owner.name")
    name = serializers.CharField()
    description = serializers.CharField()
    created_at = serializers.DateTimeField()


@extend_schema_serializer(component_name="BotDetail")
class BotDetailSerializer(BotSerializer):
    """A bot with its newest versions, as far as the reader may see them."""

    versions = VersionSerializer(many=True)


class BotList(ListView):
    """The bots one may see."""

    serializer_class = BotSerializer
    filterset_class = BotFilter

    def get_queryset(self) -> QuerySet[Bot]:
        return bots_visible_to(self.request.user)

    @extend_schema(summary="Bots")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class BotDetail(ApiView):
    """One bot."""

    @extend_schema(summary=f"A bot with its {VERSIONS_SHOWN} newest versions", responses=BotDetailSerializer)
    def get(self, request: Request, owner: str, name: str) -> Response:
        bot = bot_get(request.user, owner, name)
        versions = versions_visible_to(request.user).filter(bot=bot)[:VERSIONS_SHOWN]
        context = {"request": request}
        row = BotSerializer(bot, context=context).data
        return Response({**row, "versions": VersionSerializer(versions, many=True, context=context).data})
