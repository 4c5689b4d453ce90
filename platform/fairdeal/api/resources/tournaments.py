"""Tournaments: set one up, start it, follow it, call it off."""

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
from fairdeal.api.resources.tournament_shapes import (
    CrossRowSerializer,
    ScheduleSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
)
from fairdeal.api.views import ApiView, ListView
from fairdeal.matches.models import EntryKind
from fairdeal.tournaments.models import Deals, Tournament, TournamentState, Visibility
from fairdeal.tournaments.selectors import (
    crosstable,
    outlook,
    schedule,
    schedule_report,
    tournament_get,
    tournaments_visible_to,
    view_of,
)
from fairdeal.tournaments.services import tournament_cancel, tournament_create, tournament_start


class TournamentFilter(django_filters.FilterSet):
    """Which tournaments: one's own, those of a game, those in a state."""

    game = django_filters.CharFilter()
    state = django_filters.ChoiceFilter(choices=TournamentState.choices)
    organiser = django_filters.CharFilter(field_name="organiser__username", label="the organiser's name")


class TournamentList(ListView):
    """All tournaments; set up another."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter

    @extend_schema_serializer(component_name="TournamentCreate")
    class InputSerializer(fields.InputSerializer):
        name = serializers.CharField()
        format = serializers.ChoiceField(choices=Tournament.Format.choices, default=Tournament.Format.ROUND_ROBIN)
        settings = serializers.DictField(required=False, help_text="of the format, where not the usual ones")
        game = serializers.CharField(help_text="id of a game")
        players = serializers.IntegerField(
            required=False, allow_null=True, help_text="default: the game's usual number"
        )
        options = serializers.DictField(required=False, help_text="what differs from the game's defaults")
        entry = serializers.ChoiceField(
            choices=EntryKind.choices, required=False, help_text="default: a side where there are partners, else a seat"
        )
        blocks = serializers.IntegerField(help_text="blocks a table; each is played in every rotation of the seats")
        entries = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=ID_MAX),
            required=False,
            help_text="ids of versions, by pairing number; left out, it is opened for entry later",
        )
        deals = serializers.ChoiceField(
            choices=Deals.choices, required=False, help_text="default: of a cycle where all is drawn at the start"
        )
        visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
        entry_limit = serializers.IntegerField(required=False, allow_null=True)
        entry_deadline = serializers.DateTimeField(required=False, allow_null=True)
        starts_at = serializers.DateTimeField(required=False, allow_null=True)
        limits = serializers.DictField(required=False, help_text="clock and memory, where not the usual ones")
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
        arguments = dict(form.validated_data)
        arguments["version_ids"] = arguments.pop("entries", None)
        arguments["entry_kind"] = arguments.pop("entry", None)
        with fields_called(entry_kind="entry", version_ids="entries"):
            made = tournament_create(user=user_of(request), **arguments)
        return Response(_detail(request, made.pk), status=status.HTTP_201_CREATED)


class TournamentDetail(ApiView):
    """One tournament."""

    @extend_schema(summary="A tournament: progress, standings, schedule", responses=TournamentDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(_detail(request, pk))


class TournamentStart(ApiView):
    """Start a tournament."""

    @extend_schema(
        summary="Start a tournament: all its matches are handed out",
        request=None,
        responses={200: TournamentDetailSerializer},
        operation_id="tournaments_start",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        tournament_start(user=user_of(request), tournament=tournament_get(request.user, pk))
        return Response(_detail(request, pk))


class TournamentCancel(ApiView):
    """Call a tournament off."""

    @extend_schema(
        summary="Call a tournament off; there is no way back",
        description="Matches that are not over are called off with it; finished ones stay, with their ratings.",
        request=None,
        responses={200: TournamentDetailSerializer},
        operation_id="tournaments_cancel",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        tournament_cancel(user=user_of(request), tournament=tournament_get(request.user, pk))
        return Response(_detail(request, pk))


class TournamentSchedule(ApiView):
    """The whole schedule."""

    @extend_schema(
        summary="The schedule, and how even it is",
        operation_id="tournaments_schedule",
        responses=ScheduleSerializer(many=False),
    )
    def get(self, request: Request, pk: int) -> Response:
        view = view_of(tournament_get(request.user, pk))
        known = outlook(view)
        whole = {
            "balance": schedule_report(view),
            "problem": known.problem,
            "promises": known.plan.promises if known.plan else (),
            "rounds": known.plan.rounds if known.plan else 0,
            "most_tables": known.plan.most_tables if known.plan else 0,
            "matches": schedule(view),
        }
        return Response(ScheduleSerializer(whole, context={"request": request}).data)


class TournamentCrosstable(ApiView):
    """Everybody against everybody."""

    @extend_schema(
        summary="The cross-table",
        operation_id="tournaments_crosstable",
        responses=CrossRowSerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        rows = crosstable(tournament_get(request.user, pk))
        return Response(CrossRowSerializer(rows, many=True, context={"request": request}).data)


def _detail(request: Request, pk: int) -> Any:
    return TournamentDetailSerializer(tournament_get(request.user, pk), context={"request": request}).data
