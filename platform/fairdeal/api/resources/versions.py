"""Versions: upload one, see what its check found, publish it."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.accounts.models import Scope
from fairdeal.accounts.services import owner_for
from fairdeal.api import fields
from fairdeal.api.fields import Address, fields_called, user_of
from fairdeal.api.filters import TruthFilter
from fairdeal.api.idempotency import idempotent
from fairdeal.api.parsers import CappedMultiPartParser
from fairdeal.api.views import ApiView, ListView
from fairdeal.submissions.access import may
from fairdeal.submissions.models import BotVersion, CheckState, VersionState
from fairdeal.submissions.selectors import last_check, version_get, versions_of, versions_visible_to
from fairdeal.submissions.services import check_request_again, version_publish, version_upload


class VersionFilter(django_filters.FilterSet):
    """Which versions: one's own, those of a bot, those in a state."""

    mine = TruthFilter(method="filter_mine", label="only one's own (or only others')")
    bot = django_filters.CharFilter(method="filter_bot", label="owner/name")
    state = django_filters.ChoiceFilter(choices=VersionState.choices)

    def filter_mine(self, rows: QuerySet[BotVersion], name: str, value: bool) -> QuerySet[BotVersion]:
        mine = versions_of(self.request.user).order_by().values("pk")
        return rows.filter(pk__in=mine) if value else rows.exclude(pk__in=mine)

    def filter_bot(self, rows: QuerySet[BotVersion], name: str, value: str) -> QuerySet[BotVersion]:
        owner, _slash, bot = value.partition("/")
        return rows.filter(bot__owner__name=owner, bot__name=bot)


@extend_schema_serializer(component_name="Check")
class CheckSerializer(serializers.Serializer[Any]):
    """The last check of a version, for who may read its report."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=CheckState.choices)
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(
        allow_null=True, help_text="when a worker began; null while it waits for one"
    )
    finished_at = serializers.DateTimeField(allow_null=True)
    report = serializers.DictField(help_text="`summary`, and `steps` with `name`, `ok` and what was seen")


@extend_schema_serializer(component_name="Version")
class VersionSerializer(serializers.Serializer[Any]):
    """An immutable upload."""

    id = serializers.IntegerField()
    url = Address("version")
    bot = serializers.CharField(help_text="owner/name")
    number = serializers.IntegerField(help_text="counts the versions of a bot, from 1")
    parent = serializers.IntegerField(  # type: ignore[assignment]  # the field's name; hides the serializer's own parent
        source="parent_id", allow_null=True, help_text="id of the version before it"
    )
    games = serializers.ListField(child=serializers.CharField())
    language = serializers.CharField()
    entry = serializers.CharField(help_text="the file that is started")
    bundle_sha256 = serializers.CharField()
    bundle_size = serializers.IntegerField(help_text="bytes")
    state = serializers.ChoiceField(choices=VersionState.choices)
    is_published = serializers.BooleanField(help_text="may anyone read its code?")
    created_at = serializers.DateTimeField()


@extend_schema_serializer(component_name="VersionDetail")
class VersionDetailSerializer(VersionSerializer):
    """A version and, for its owner, what the last check found."""

    check = serializers.SerializerMethodField(help_text="null for who may not read the report")

    @extend_schema_field(CheckSerializer(allow_null=True))
    def get_check(self, version: BotVersion) -> Any:
        if not may(self.context["request"].user, "see_report", version):
            return None
        found = last_check(version)
        return None if found is None else CheckSerializer(found).data


class VersionList(ListView):
    """The versions one may see; upload another."""

    write_scope = Scope.UPLOAD
    parser_classes = [CappedMultiPartParser]
    serializer_class = VersionSerializer
    filterset_class = VersionFilter

    @extend_schema_serializer(component_name="VersionUpload")
    class InputSerializer(fields.InputSerializer):
        file = serializers.FileField(help_text="one .py file, or a zip with bot.toml", allow_empty_file=True)
        bot = serializers.CharField(required=False, max_length=60, help_text="the bot's name; needed for a .py")
        games = serializers.ListField(
            child=serializers.CharField(max_length=400),
            required=False,
            help_text="ids of the games it plays, repeated or with commas; needed for a .py",
        )

    def get_queryset(self) -> QuerySet[BotVersion]:
        return versions_visible_to(self.request.user)

    @extend_schema(summary="Versions")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        summary="Upload a version", request={"multipart/form-data": InputSerializer}, responses=VersionDetailSerializer
    )
    @idempotent
    def post(self, request: Request) -> Response:
        form = self.InputSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        if len(request.FILES.getlist("file")) > 1:
            raise ValidationError({"file": [_("Expected one file; a bot of several is a zip.")]})
        given = form.validated_data
        words = [word.strip() for text in given.get("games", []) for word in text.split(",")]
        user = user_of(request)
        with fields_called(name="bot"):
            version = version_upload(
                user=user,
                owner=owner_for(user=user),
                filename=given["file"].name,
                content=given["file"],
                bot_name=given.get("bot"),
                games=[word for word in words if word] or None,
            )
        return Response(_detail(request, version), status=status.HTTP_201_CREATED)


class VersionDetail(ApiView):
    """One version."""

    @extend_schema(summary="A version, with its check's report for its owner", responses=VersionDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        return Response(_detail(request, version_get(request.user, pk)))


class VersionPublish(ApiView):
    """Let anyone read a version's code."""

    write_scope = Scope.UPLOAD

    @extend_schema(
        summary="Publish a version; there is no way back",
        request=None,
        responses={200: VersionDetailSerializer},
        operation_id="versions_publish",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        version = version_get(request.user, pk)
        return Response(_detail(request, version_publish(user=user_of(request), version=version)))


class VersionCheck(ApiView):
    """Ask for another check."""

    write_scope = Scope.UPLOAD

    @extend_schema(
        summary="Check a version again",
        request=None,
        responses={200: VersionDetailSerializer},
        operation_id="versions_check",
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        fields.refuse_unknown(request.data)
        check_request_again(user=user_of(request), version=version_get(request.user, pk))
        return Response(_detail(request, version_get(request.user, pk)))


def _detail(request: Request, version: BotVersion) -> Any:
    return VersionDetailSerializer(version, context={"request": request}).data
