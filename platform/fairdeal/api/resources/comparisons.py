"""Comparisons: is a version better than another? Private; ask, follow, stop."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api import fields
from fairdeal.api.fields import ID_MAX, Address, VersionRefSerializer, user_of
from fairdeal.api.idempotency import idempotent
from fairdeal.api.views import ApiView, ListView
from fairdeal.comparisons.models import Comparison, ComparisonState
from fairdeal.comparisons.selectors import comparison_get, comparisons_of, field_of, standing
from fairdeal.comparisons.services import Asked, comparison_cost, comparison_start, comparison_stop
from fairdeal.matches.models import EntryKind


class ComparisonFilter(django_filters.FilterSet):
    """Which of one's own comparisons: of a game, in a state."""

    game = django_filters.CharFilter()
    state = django_filters.ChoiceFilter(choices=ComparisonState.choices)


@extend_schema_serializer(component_name="ComparisonAsked")
class AskedSerializer(fields.InputSerializer):
    """What is asked."""

    game = serializers.CharField(help_text="id of a game")
    candidate = serializers.IntegerField(min_value=1, max_value=ID_MAX, help_text="id of a version of one's own")
    baseline = serializers.IntegerField(min_value=1, max_value=ID_MAX, help_text="id of what it is compared with")
    players = serializers.IntegerField(required=False, allow_null=True, help_text="default: the game's usual number")
    options = serializers.DictField(required=False, help_text="what differs from the game's defaults")
    field = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=ID_MAX),
        required=False,
        help_text="ids of the others at tables of more than two; default: the house's bots",
    )
    elo0 = serializers.FloatField(default=0.0, help_text="not better: ahead by this much or less")
    elo1 = serializers.FloatField(default=10.0, help_text="better: ahead by this much or more")
    alpha = serializers.FloatField(default=0.05, help_text="chance of “better” when it is not")
    beta = serializers.FloatField(default=0.05, help_text="chance of missing that it is")
    most_blocks = serializers.IntegerField(default=10_000, help_text="after so many it is undecided")
    limits = serializers.DictField(required=False, help_text="clock and memory, where not the usual ones")


@extend_schema_serializer(component_name="ComparisonCost")
class CostSerializer(serializers.Serializer[Any]):
    """What it takes, on average."""

    if_not = serializers.IntegerField(help_text="blocks, if the difference is elo0")
    halfway = serializers.IntegerField(help_text="blocks, if it is halfway, where it takes longest")
    if_better = serializers.IntegerField(help_text="blocks, if the difference is elo1")
    most = serializers.IntegerField(help_text="blocks, whatever it is")
    games_a_block = serializers.IntegerField()
    variance = serializers.FloatField(help_text="of a block's score")
    is_measured = serializers.BooleanField(help_text="is the variance that of these rules' pool?")
    halfway_s = serializers.FloatField(
        allow_null=True, help_text="seconds halfway, if the workers have nothing else to do; null: unknown"
    )


@extend_schema_serializer(component_name="Comparison")
class ComparisonSerializer(serializers.Serializer[Any]):
    """A private sequential test of two versions."""

    id = serializers.IntegerField()
    url = Address("comparison")
    candidate = VersionRefSerializer()
    baseline = VersionRefSerializer()
    game = serializers.CharField()
    players = serializers.IntegerField()
    options = serializers.DictField()
    entry = serializers.ChoiceField(source="entry_kind", choices=EntryKind.choices)
    elo0 = serializers.FloatField()
    elo1 = serializers.FloatField()
    alpha = serializers.FloatField()
    beta = serializers.FloatField()
    most_blocks = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ComparisonState.choices)
    verdict = serializers.ChoiceField(choices=Comparison.VERDICTS)
    reason = serializers.CharField(help_text="why it could not go on")
    blocks = serializers.IntegerField(help_text="blocks counted")
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(component_name="ComparisonStanding")
class StandingSerializer(serializers.Serializer[Any]):
    """How it stands."""

    ratio = serializers.FloatField(help_text="log-likelihood ratio of elo1 against elo0")
    lower = serializers.FloatField(help_text="where it is not better")
    upper = serializers.FloatField(help_text="where it is better")
    score = serializers.FloatField(allow_null=True, help_text="½ is level; leans towards the verdict once there is one")
    low = serializers.FloatField(allow_null=True, help_text="where its 95 % interval begins")
    high = serializers.FloatField(allow_null=True)
    elo = serializers.FloatField(allow_null=True)
    elo_low = serializers.FloatField(allow_null=True)
    elo_high = serializers.FloatField(allow_null=True)
    playing = serializers.IntegerField(help_text="matches with the workers")
    waiting = serializers.IntegerField(help_text="matches that wait for a spare worker")
    lost = serializers.IntegerField(help_text="batches that the arena lost, and played again")


@extend_schema_serializer(component_name="ComparisonDetail")
class ComparisonDetailSerializer(ComparisonSerializer):
    """The same with its evidence."""

    field = serializers.SerializerMethodField()
    standing = serializers.SerializerMethodField()
    path = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField()), help_text="pairs: blocks, and the ratio after them"
    )

    @extend_schema_field(VersionRefSerializer(many=True))
    def get_field(self, thing: Comparison) -> Any:
        versions = [row.version for row in field_of(thing)]
        return VersionRefSerializer(versions, many=True, context=self.context).data

    @extend_schema_field(StandingSerializer)
    def get_standing(self, thing: Comparison) -> Any:
        return StandingSerializer(standing(thing)).data


class ComparisonList(ListView):
    """One's own comparisons; ask another question."""

    serializer_class = ComparisonSerializer
    filterset_class = ComparisonFilter
    anonymous_reads = False

    def get_queryset(self) -> QuerySet[Comparison]:
        return comparisons_of(self.request.user)

    @extend_schema(summary="One's own comparisons")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Begin a private test: is one version better than another?",
        request=AskedSerializer,
        responses={201: ComparisonDetailSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        made = comparison_start(user=user_of(request), asked=_asked(request))
        return Response(_detail(request, made.pk), status=status.HTTP_201_CREATED)


class ComparisonCost(ApiView):
    """What a comparison would take."""

    anonymous_reads = False

    @extend_schema(
        summary="What a comparison would take; nothing is begun",
        request=AskedSerializer,
        responses={200: CostSerializer},
        operation_id="comparisons_cost",
    )
    @idempotent
    def post(self, request: Request) -> Response:
        return Response(CostSerializer(comparison_cost(user=user_of(request), asked=_asked(request))).data)


class ComparisonDetail(ApiView):
    """One comparison."""

    anonymous_reads = False

    @extend_schema(summary="A comparison with its evidence", responses=ComparisonDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(_detail(request, pk))


class ComparisonStop(ApiView):
    """Stop a comparison."""

    @extend_schema(
        summary="Stop a comparison; its evidence stays",
        request=None,
        responses={200: ComparisonDetailSerializer},
        operation_id="comparisons_stop",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        comparison_stop(user=user_of(request), comparison=comparison_get(request.user, pk))
        return Response(_detail(request, pk))


def _asked(request: Request) -> Asked:
    form = AskedSerializer(data=request.data)
    form.is_valid(raise_exception=True)
    return Asked(**form.validated_data)


def _detail(request: Request, pk: int) -> Any:
    return ComparisonDetailSerializer(comparison_get(request.user, pk), context={"request": request}).data
