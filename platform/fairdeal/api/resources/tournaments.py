"""Tournaments: the list, set one up, look at it, change it."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api import fields
from fairdeal.api.fields import ID_MAX, fields_called, user_of
from fairdeal.api.idempotency import idempotent
from fairdeal.api.resources.tournament_acts import detail
from fairdeal.api.resources.tournament_shapes import TournamentDetailSerializer, TournamentSerializer
from fairdeal.api.views import ApiView, ListView
from fairdeal.matches.models import EntryKind
from fairdeal.tournaments.models import Deals, Tournament, TournamentState, Visibility
from fairdeal.tournaments.selectors import tournament_get, tournaments_visible_to
from fairdeal.tournaments.services import tournament_change, tournament_create


class TournamentFilter(django_filters.FilterSet):
    """Which tournaments: one's own, those of a game, those in a state."""

    game = django_filters.CharFilter()
    format = django_filters.ChoiceFilter(choices=Tournament.Format.choices)
    state = django_filters.ChoiceFilter(choices=TournamentState.choices)
    organiser = django_filters.CharFilter(field_name="organiser__username", label="the organiser's name")


class RulesSerializer(fields.InputSerializer):
    """What can be said of a tournament when it is set up, and changed before it starts."""

    name = serializers.CharField()
    format = serializers.ChoiceField(choices=Tournament.Format.choices, default=Tournament.Format.ROUND_ROBIN)
    settings = serializers.DictField(required=False, help_text="of the format, where not the usual ones")
    game = serializers.CharField(help_text="id of a game")
    players = serializers.IntegerField(required=False, allow_null=True, help_text="default: the game's usual number")
    options = serializers.DictField(required=False, help_text="what differs from the game's defaults")
    entry = serializers.ChoiceField(
        source="entry_kind",
        choices=EntryKind.choices,
        required=False,
        help_text="default: a side where there are partners, else a seat",
    )
    blocks = serializers.IntegerField(help_text="blocks a table; each is played in every rotation of the seats")
    deals = serializers.ChoiceField(
        choices=Deals.choices, required=False, help_text="default: of a cycle where all is drawn at the start"
    )
    limits = serializers.DictField(required=False, help_text="clock and memory, where not the usual ones")
    visibility = serializers.ChoiceField(
        choices=Visibility.choices, required=False, help_text="who sees the cards of a round that is over; default: all"
    )
    entry_limit = serializers.IntegerField(required=False, allow_null=True, help_text="so many may enter")
    entry_deadline = serializers.DateTimeField(required=False, allow_null=True, help_text="entry closes by itself then")
    starts_at = serializers.DateTimeField(required=False, allow_null=True, help_text="it starts by itself then")


class TournamentList(ListView):
    """All tournaments; set up another."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter

    @extend_schema_serializer(component_name="TournamentCreate")
    class InputSerializer(RulesSerializer):
        entries = serializers.ListField(
            source="version_ids",
            child=serializers.IntegerField(min_value=1, max_value=ID_MAX),
            required=False,
            help_text="ids of versions, by pairing number; left out, it is opened for entry later",
        )
        seed = serializers.CharField(
            required=False, help_text="for staff: 128 to 256 bits in hex. Everybody else's is drawn by the site"
        )

    def get_queryset(self) -> QuerySet[Tournament]:
        return tournaments_visible_to(self.request.user)

    @extend_schema(summary="Tournaments")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(summary="Set up a tournament", request=InputSerializer, responses=TournamentDetailSerializer)
    @idempotent
    def post(self, request: Request) -> Response:
        form = self.InputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        with fields_called(entry_kind="entry", version_ids="entries"):
            made = tournament_create(user=user_of(request), **form.validated_data)
        return Response(detail(request, made.pk), status=status.HTTP_201_CREATED)


class TournamentDetail(ApiView):
    """One tournament."""

    @extend_schema_serializer(component_name="TournamentChange")
    class InputSerializer(RulesSerializer):
        pass

    @extend_schema(summary="A tournament: progress, standings, schedule", responses=TournamentDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(detail(request, pk))

    @extend_schema(
        summary="Change a tournament before it starts",
        description="What is played, by which rules, can be changed until entry opens; the rest until the start.",
        request=InputSerializer(partial=True),
        responses=TournamentDetailSerializer,
        operation_id="tournaments_change",
    )
    def patch(self, request: Request, pk: int) -> Response:
        form = self.InputSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        tournament = tournament_get(request.user, pk)
        with fields_called(entry_kind="entry"):
            tournament_change(user=user_of(request), tournament=tournament, **form.validated_data)
        return Response(detail(request, pk))
