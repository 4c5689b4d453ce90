"""Matches: who sat with whom, what came out block by block, and the records behind it."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from fairdeal.api.fields import Address, VersionRefSerializer
from fairdeal.api.filters import IdFilter
from fairdeal.api.pagination import CursorPages
from fairdeal.api.views import ApiView, ListView
from fairdeal.common.blobs import read as read_blob
from fairdeal.matches.access import may
from fairdeal.matches.models import AttemptState, Block, EntryKind, Match, MatchEntrant, MatchState
from fairdeal.matches.selectors import blocks_of, match_get, matches_visible_to, record_get

# A match of usual length is one answer; a long one has its blocks in pages of their own.
BLOCKS_SHOWN = 200


class MatchFilter(django_filters.FilterSet):
    """Which matches: of a game, a tournament, a version or a bot, in a state."""

    game = django_filters.CharFilter()
    ruleset = django_filters.CharFilter()
    entry = django_filters.ChoiceFilter(field_name="entry_kind", choices=EntryKind.choices)
    state = django_filters.ChoiceFilter(choices=MatchState.choices)
    tournament = IdFilter(field_name="pairing__tournament_id")
    version = IdFilter(method="filter_version", label="id of a version that takes part")
    bot = django_filters.CharFilter(method="filter_bot", label="owner/name of a bot that takes part")

    def filter_version(self, rows: QuerySet[Match], name: str, value: int) -> QuerySet[Match]:
        return rows.filter(pk__in=MatchEntrant.objects.filter(version_id=value).values("match_id"))

    def filter_bot(self, rows: QuerySet[Match], name: str, value: str) -> QuerySet[Match]:
        owner, _slash, bot = value.partition("/")
        entered = MatchEntrant.objects.filter(version__bot__owner__name=owner, version__bot__name=bot)
        return rows.filter(pk__in=entered.values("match_id"))


@extend_schema_serializer(component_name="Entrant")
class EntrantSerializer(serializers.Serializer[Any]):
    """A version in the line-up; games name it by its index."""

    index = serializers.IntegerField()
    version = VersionRefSerializer()


@extend_schema_serializer(component_name="Match")
class MatchSerializer(serializers.Serializer[Any]):
    """A line-up, a game and a number of blocks."""

    id = serializers.IntegerField()
    url = Address("match")
    game = serializers.CharField()
    players = serializers.IntegerField()
    options = serializers.DictField(help_text="what differs from the defaults")
    ruleset = serializers.CharField()
    entry = serializers.ChoiceField(source="entry_kind", choices=EntryKind.choices)
    state = serializers.ChoiceField(choices=MatchState.choices)
    is_rated = serializers.BooleanField()
    block_count = serializers.SerializerMethodField()
    tournament = serializers.SerializerMethodField(help_text="id of the tournament it belongs to")
    entrants = EntrantSerializer(many=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    def get_block_count(self, match: Match) -> int:
        return len(match.seeds)

    def get_tournament(self, match: Match) -> int | None:
        pairing = getattr(match, "pairing", None)
        return None if pairing is None else pairing.tournament_id


@extend_schema_serializer(component_name="Attempt")
class AttemptSerializer(serializers.Serializer[Any]):
    """One try at playing the match on a worker."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=AttemptState.choices)
    blocks_done = serializers.IntegerField()
    engine_version = serializers.CharField()
    sandbox = serializers.CharField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)


@extend_schema_serializer(component_name="BlockRecord")
class RecordSerializer(serializers.Serializer[Any]):
    """The record of a block: compressed JSON that anyone can replay."""

    url = serializers.URLField()
    sha256 = serializers.CharField(help_text="of the compressed bytes")
    size = serializers.IntegerField(help_text="bytes, compressed")


@extend_schema_serializer(component_name="Block")
class BlockSerializer(serializers.Serializer[Any]):
    """One seed, played in every rotation."""

    index = serializers.IntegerField()
    seed = serializers.CharField(allow_null=True, help_text="null while the records are closed")
    record = RecordSerializer(allow_null=True, help_text="null while the records are closed")
    games = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            "one a rotation: `seating` (entrant by seat), `places`, `totals`, `payouts`, `verdicts` by seat, `deals`, "
            "`time`, `faults`; what a fault shows beyond its verdict is for the author of the bot"
        ),
    )


@extend_schema_serializer(component_name="MatchDetail")
class MatchDetailSerializer(MatchSerializer):
    """A match with the tries at playing it and its first blocks."""

    limits = serializers.DictField(help_text="clock and memory")
    attempts = AttemptSerializer(many=True)
    blocks = serializers.SerializerMethodField(help_text=f"the first {BLOCKS_SHOWN}; all of them are at `blocks_url`")
    blocks_url = Address("blocks")

    @extend_schema_field(BlockSerializer(many=True))
    def get_blocks(self, match: Match) -> Any:
        view = BlockView(match, self.context["request"])
        return BlockSerializer([view.row(block) for block in blocks_of(match)[:BLOCKS_SHOWN]], many=True).data


class BlockView:
    """What a reader may see of the blocks of a match."""

    def __init__(self, match: Match, request: Request) -> None:
        self._match, self._request = match, request
        self._is_open = may(request.user, "see_records", match)
        self._versions = {entrant.index: entrant.version for entrant in match.entrants.all()}
        # Whose logs the reader may see is asked once an entrant, and only when there is a fault to show.
        self._readable: dict[int, bool] = {}

    def row(self, block: Block) -> dict[str, Any]:
        """Give a block: seed and record when they are open, and of faults what this reader may know."""
        row: dict[str, Any] = {
            "index": block.index,
            "seed": None,
            "record": None,
            "games": [self._game(game) for game in block.games],
        }
        if self._is_open:
            place = {"pk": self._match.pk, "block": block.index}
            address = reverse("api:record", kwargs=place, request=self._request)
            row["seed"] = self._match.seeds[block.index]
            row["record"] = {"url": address, "sha256": block.record_sha256, "size": block.record_size}
        return row

    def _game(self, game: dict[str, Any]) -> dict[str, Any]:
        return {**game, "faults": [self._fault(game["seating"], fault) for fault in game.get("faults", [])]}

    def _fault(self, seating: list[int], fault: dict[str, Any]) -> dict[str, Any]:
        if self._may_read_log(seating[fault["seat"]]):
            return fault
        return {name: fault.get(name) for name in ("seat", "verdict", "deal", "action_index")}

    def _may_read_log(self, index: int) -> bool:
        if index not in self._readable:
            self._readable[index] = may(self._request.user, "see_log", self._versions[index])
        return self._readable[index]


class MatchList(ListView):
    """The matches one may see."""

    serializer_class = MatchSerializer
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return matches_visible_to(self.request.user).select_related("pairing")

    @extend_schema(summary="Matches")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class MatchDetail(ApiView):
    """One match."""

    @extend_schema(summary="A match with its attempts and first blocks", responses=MatchDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(MatchDetailSerializer(match_get(request.user, pk), context={"request": request}).data)


class BlockPages(CursorPages):
    """In the order of the blocks."""

    ordering = "index"


class BlockList(ListView):
    """All blocks of a match."""

    queryset = Block.objects.none()  # the path says of which match
    pagination_class = BlockPages
    serializer_class = BlockSerializer

    @extend_schema(summary="The blocks of a match", operation_id="matches_blocks_list")
    def get(self, request: Request, pk: int) -> Response:
        match = match_get(request.user, pk)
        view = BlockView(match, request)
        page = self.paginate_queryset(blocks_of(match)) or []
        return self.get_paginated_response(BlockSerializer([view.row(block) for block in page], many=True).data)


class RecordDetail(ApiView):
    """The record of a block."""

    media_types = ("application/gzip",)

    @extend_schema(
        summary="The record of a block, compressed JSON",
        operation_id="matches_record",
        responses={(200, "application/gzip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, pk: int, block: int) -> HttpResponse:
        row = record_get(request.user, match_get(request.user, pk), block)
        headers = {
            "Content-Disposition": f'attachment; filename="match-{pk}-block-{block}.json.gz"',
            "Content-SHA256": row.record_sha256,
            "ETag": f'"{row.record_sha256}"',
        }
        return HttpResponse(read_blob(row.record_sha256), content_type="application/gzip", headers=headers)
