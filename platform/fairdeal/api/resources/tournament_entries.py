"""Who takes part in a tournament: the entries; entering, withdrawing, disqualifying."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api import fields
from fairdeal.api.fields import ID_MAX, Address, VersionRefSerializer, user_of
from fairdeal.api.idempotency import idempotent
from fairdeal.api.views import ApiView
from fairdeal.common.errors import InvalidInput, NotFound
from fairdeal.submissions.selectors import bot_get
from fairdeal.tournaments.models import Entry, EntryState
from fairdeal.tournaments.selectors import entries_of, tournament_get
from fairdeal.tournaments.services import tournament_disqualify, tournament_enter, tournament_withdraw


@extend_schema_serializer(component_name="Entry")
class EntrySerializer(serializers.Serializer[Any]):
    """A version that takes part."""

    id = serializers.IntegerField()
    url = Address("tournament_entry", arguments={"pk": "tournament_id", "entry": "pk"})
    number = serializers.IntegerField(allow_null=True, help_text="pairing number; null for who left before the start")
    version = VersionRefSerializer()
    is_pinned = serializers.BooleanField(
        help_text="false: its bot plays with what is its newest accepted version when entry closes"
    )
    rating = serializers.FloatField(allow_null=True, help_text="Elo at the start, by which it is seeded")
    state = serializers.ChoiceField(choices=EntryState.choices)
    left_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(help_text="why it was disqualified, or empty")


class EntryList(ApiView):
    """The entries of a tournament; enter another."""

    @extend_schema_serializer(component_name="EntryCreate")
    class InputSerializer(fields.InputSerializer):
        bot = serializers.CharField(required=False, help_text="owner/name: it plays with its newest accepted version")
        version = serializers.IntegerField(
            required=False, min_value=1, max_value=ID_MAX, help_text="id: this version, whatever comes after it"
        )

    @extend_schema(
        summary="The entries by pairing number",
        operation_id="tournaments_entries",
        responses=EntrySerializer(many=True),
    )
    def get(self, request: Request, pk: int) -> Response:
        entries = entries_of(tournament_get(request.user, pk))
        return Response(EntrySerializer(entries, many=True, context={"request": request}).data)

    @extend_schema(
        summary="Enter a bot, or one of its versions",
        description="Owners enter their own while entry is open; the organiser also published and house bots.",
        operation_id="tournaments_enter",
        request=InputSerializer,
        responses={201: EntrySerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        form = self.InputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        made = tournament_enter(
            user=user_of(request),
            tournament=tournament_get(request.user, pk),
            bot_id=_bot(request, form.validated_data["bot"]) if "bot" in form.validated_data else None,
            version_id=form.validated_data.get("version"),
        )
        return Response(_entry(request, made.pk), status=status.HTTP_201_CREATED)


class EntryDetail(ApiView):
    """One entry."""

    @extend_schema(summary="An entry", responses=EntrySerializer)
    def get(self, request: Request, pk: int, entry: int) -> Response:
        found = next((one for one in entries_of(tournament_get(request.user, pk)) if one.pk == entry), None)
        if found is None:
            raise NotFound(_("The tournament has no such entry."), code="no_such_entry")
        return Response(EntrySerializer(found, context={"request": request}).data)


class EntryWithdraw(ApiView):
    """Withdraw an entry."""

    @extend_schema(
        summary="Withdraw an entry, at any time before the end",
        description="What was played stands; what was not is a walkover, or all is annulled: see the setting.",
        request=None,
        responses={200: EntrySerializer},
        operation_id="tournaments_withdraw",
    )
    @idempotent
    def post(self, request: Request, pk: int, entry: int) -> Response:
        fields.refuse_unknown(request.data)
        tournament_withdraw(user=user_of(request), tournament=tournament_get(request.user, pk), entry_id=entry)
        return Response(_entry(request, entry))


class EntryDisqualify(ApiView):
    """Disqualify an entry."""

    @extend_schema_serializer(component_name="Disqualification")
    class InputSerializer(fields.InputSerializer):
        reason = serializers.CharField(help_text="everybody can read it")

    @extend_schema(
        summary="Disqualify an entry, for good",
        request=InputSerializer,
        responses={200: EntrySerializer},
        operation_id="tournaments_disqualify",
    )
    @idempotent
    def post(self, request: Request, pk: int, entry: int) -> Response:
        form = self.InputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        tournament_disqualify(
            user=user_of(request),
            tournament=tournament_get(request.user, pk),
            entry_id=entry,
            reason=form.validated_data["reason"],
        )
        return Response(_entry(request, entry))


def _bot(request: Request, text: str) -> int:
    """Find a bot by owner and name."""
    owner, _slash, name = text.partition("/")
    try:
        return bot_get(request.user, owner, name).pk
    except NotFound as error:
        expected = _("There is no bot “%(bot)s”; expected owner/name.") % {"bot": text[:80]}
        raise InvalidInput(expected, fields={"bot": expected}) from error


def _entry(request: Request, pk: int) -> Any:
    entry = Entry.objects.select_related("version__bot__owner").get(pk=pk)
    return EntrySerializer(entry, context={"request": request}).data
