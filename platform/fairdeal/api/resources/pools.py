"""Rating pools and their tables."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from fairdeal.api.fields import Address
from fairdeal.api.views import ApiView, ListView
from fairdeal.matches.models import EntryKind
from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors import pool_gain, pool_get, pools, rating_table


class PoolFilter(django_filters.FilterSet):
    """Which pools: of a game, a ruleset, a kind of entry."""

    game = django_filters.CharFilter()
    ruleset = django_filters.CharFilter()
    entry = django_filters.ChoiceFilter(field_name="entry_kind", choices=EntryKind.choices)


@extend_schema_serializer(component_name="Pool")
class PoolSerializer(serializers.Serializer[Any]):
    """The ratings of one ruleset and one kind of entry."""

    id = serializers.IntegerField()
    url = Address("pool")
    title = serializers.SerializerMethodField()
    ruleset = serializers.CharField()
    game = serializers.CharField()
    players = serializers.IntegerField()
    options = serializers.DictField(help_text="what differs from the defaults")
    entry = serializers.ChoiceField(source="entry_kind", choices=EntryKind.choices)
    blocks = serializers.IntegerField(source="last_sequence", help_text="rated blocks so far")

    def get_title(self, pool: Pool) -> str:
        title = engines.game_spec(pool.game).title if pool.game in engines.game_ids() else pool.game
        return f"{title} ({pool.ruleset}, {pool.get_entry_kind_display()})"


@extend_schema_serializer(component_name="PublishedRating")
class PublishedSerializer(serializers.Serializer[Any]):
    """The rating that is fitted to all rated blocks at once, in Elo."""

    elo = serializers.FloatField()
    low = serializers.FloatField(help_text="where the 95 % interval begins")
    high = serializers.FloatField(help_text="where it ends")
    rank_best = serializers.IntegerField(help_text="the ranks that cannot be ruled out, for all the table at 95 %")
    rank_worst = serializers.IntegerField()
    is_rough = serializers.BooleanField(help_text="too few deals to trust the interval itself")
    is_anchor = serializers.BooleanField(help_text="the scale is such that this version stands still")


@extend_schema_serializer(component_name="RatingRow")
class RatingRowSerializer(serializers.Serializer[Any]):
    """A version's place in the table."""

    rank = serializers.IntegerField(help_text="equal ratings share a rank")
    version = serializers.IntegerField(source="version.pk", help_text="id")
    bot = serializers.CharField(source="version.bot", help_text="owner/name")
    number = serializers.IntegerField(source="version.number", help_text="the version's number among its bot's")
    published = PublishedSerializer(allow_null=True, help_text="null until it is computed; it orders the table")
    is_provisional = serializers.BooleanField(help_text="fewer than 100 blocks, or an error above 40 Elo")
    is_house = serializers.BooleanField(help_text="a bot of the arena's own")
    elo = serializers.IntegerField(help_text="live Elo, rounded")
    elo_milli = serializers.IntegerField(help_text="live Elo in thousandths, as the ledger has it")
    units = serializers.IntegerField(help_text="rated blocks")
    games = serializers.IntegerField()
    score = serializers.FloatField(help_text="mean score a block, 0 to 1")
    standard_error = serializers.FloatField(
        allow_null=True,
        help_text="of the score, a block an observation; null with fewer than two; never 0",
    )
    wins = serializers.IntegerField(source="record.wins", help_text="games")
    draws = serializers.IntegerField(source="record.draws")
    losses = serializers.IntegerField(source="record.losses")
    faults = serializers.IntegerField(source="record.faults", help_text="games in which it was put out")
    points_a_deal = serializers.FloatField(
        source="record.points_a_deal", allow_null=True, help_text="by how much a deal ends above the others' mean"
    )
    points_error = serializers.FloatField(source="record.points_error", allow_null=True, help_text="standard error")
    bankroll = serializers.IntegerField(allow_null=True, help_text="won less lost; null in games without chips")


@extend_schema_serializer(component_name="DuplicateGain")
class GainSerializer(serializers.Serializer[Any]):
    """How the games of a block hang together, with 95 % intervals."""

    blocks = serializers.IntegerField()
    games = serializers.IntegerField()
    correlation = serializers.FloatField(help_text="of two games of a pair on the same deal")
    low = serializers.FloatField()
    high = serializers.FloatField()
    saved = serializers.FloatField(
        allow_null=True, help_text="times as many games on deals of their own for the same error; null: no end of them"
    )
    saved_low = serializers.FloatField()
    saved_high = serializers.FloatField(allow_null=True)


@extend_schema_serializer(component_name="PoolDetail")
class PoolDetailSerializer(PoolSerializer):
    """A pool with its table, best first."""

    gain = serializers.SerializerMethodField(help_text="what the same cards in every seat have gained; null: unknown")
    table = serializers.SerializerMethodField()

    @extend_schema_field(GainSerializer(allow_null=True))
    def get_gain(self, pool: Pool) -> Any:
        found = pool_gain(pool)
        return None if found is None else GainSerializer(found).data

    @extend_schema_field(RatingRowSerializer(many=True))
    def get_table(self, pool: Pool) -> Any:
        return RatingRowSerializer(rating_table(pool), many=True).data


class PoolList(ListView):
    """The pools in which something has been rated."""

    serializer_class = PoolSerializer
    filterset_class = PoolFilter

    def get_queryset(self) -> QuerySet[Pool]:
        return pools()

    @extend_schema(summary="Rating pools")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class PoolDetail(ApiView):
    """One pool."""

    @extend_schema(summary="A pool with its rating table", responses=PoolDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(PoolDetailSerializer(pool_get(pk), context={"request": request}).data)
