"""The ledger of a pool: what anybody needs to compute its live Elo again."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.pagination import CursorPages
from fairdeal.api.views import ListView
from fairdeal.common.errors import NotFound
from fairdeal.ratings.export import ledger_rows
from fairdeal.ratings.models import LedgerRow
from fairdeal.ratings.selectors import pools
from fairdeal.tournaments.documents import ledger_document


@extend_schema_serializer(component_name="LedgerVersion")
class LedgerVersionSerializer(serializers.Serializer[Any]):
    """A version in a row; one that is new in the pool begins where its parent is then."""

    id = serializers.IntegerField()
    # The name is the base class's too, for something else: it is the field that is wanted here.
    parent = serializers.IntegerField(  # type: ignore[assignment]
        allow_null=True, help_text="id of the version of its bot that it came after"
    )


@extend_schema_serializer(component_name="LedgerRow")
class LedgerRowSerializer(serializers.Serializer[Any]):
    """A rated block, or the withdrawal of an earlier row; lists are in line-up order."""

    sequence = serializers.IntegerField(help_text="from 1, without gaps")
    match = serializers.IntegerField(allow_null=True, help_text="id; null in a row that withdraws another")
    block = serializers.IntegerField(allow_null=True, help_text="index in the match")
    voids = serializers.IntegerField(allow_null=True, help_text="the number of the row that this one withdraws")
    reason = serializers.CharField(help_text="why it is withdrawn; else empty")
    versions = LedgerVersionSerializer(many=True)
    engine_version = serializers.CharField()
    games = serializers.IntegerField(help_text="games of the block")
    scores = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="half points of each against each: 2 a game won, 1 drawn",
    )
    placing = serializers.ListField(
        child=serializers.IntegerField(), help_text="places in the line-up of newcomers that are being placed"
    )
    deltas = serializers.ListField(
        child=serializers.IntegerField(), help_text="milli-Elo; they add up to 0 but for newcomers"
    )

    def to_representation(self, instance: LedgerRow) -> dict[str, Any]:
        return ledger_document(instance)


class LedgerPages(CursorPages):
    """In the order of the ledger."""

    ordering = "sequence"


class LedgerList(ListView):
    """The ledger of a pool."""

    queryset = LedgerRow.objects.none()  # the path says of which pool
    pagination_class = LedgerPages
    serializer_class = LedgerRowSerializer

    def get_queryset(self) -> QuerySet[LedgerRow]:
        pool = pools().filter(pk=self.kwargs.get("pk")).first()
        if pool is None:
            raise NotFound(_("There is no such pool."), code="no_such_pool")
        return ledger_rows(pool)

    @extend_schema(summary="The ledger of a pool, from its first row", operation_id="pools_ledger")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)
