"""Whom a token belongs to, and what it may do."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.accounts.models import Scope
from fairdeal.accounts.services import owner_for
from fairdeal.api.authentication import token_of
from fairdeal.api.fields import user_of
from fairdeal.api.views import ApiView


class Me(ApiView):
    """The person behind the token."""

    anonymous_reads = False

    @extend_schema_serializer(component_name="Me")
    class OutputSerializer(serializers.Serializer[Any]):
        username = serializers.CharField()
        owner = serializers.CharField(help_text="the name under which uploads with this token stand")
        token = serializers.CharField(help_text="the token's own name")
        scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
        expires_at = serializers.DateTimeField(allow_null=True)

    @extend_schema(summary="Who am I?", responses=OutputSerializer)
    def get(self, request: Request) -> Response:
        token = token_of(request)
        row = {
            "username": request.user.username,
            "owner": owner_for(user=user_of(request)).name,
            "token": token.name if token else "",
            "scopes": sorted(token.scopes) if token else [],
            "expires_at": token.expires_at if token else None,
        }
        return Response(self.OutputSerializer(row).data)
