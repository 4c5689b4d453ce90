"""What every view of the API has in common, and the view of addresses that do not exist."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404
from rest_framework.generics import ListAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from fairdeal.accounts.models import Scope
from fairdeal.api.authentication import TokenAuthentication
from fairdeal.api.filters import KnownFilters
from fairdeal.api.negotiation import OneRepresentation
from fairdeal.api.openapi import ProblemSchema
from fairdeal.api.pagination import CursorPages
from fairdeal.api.parsers import CappedJSONParser
from fairdeal.api.permissions import HasScope
from fairdeal.api.problems import handler
from fairdeal.api.throttling import AnonymousBurst, TokenBurst

JSON = "application/json"


class ApiView(APIView):
    """A view of the API: tokens, scopes, throttles, JSON, problem details."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [HasScope]
    throttle_classes = [TokenBurst, AnonymousBurst]
    parser_classes = [CappedJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = OneRepresentation
    metadata_class = None
    schema: Any = ProblemSchema()
    # What an answer comes as, the first of them named where Accept allows none; empty: nothing is asked of Accept.
    media_types: ClassVar[tuple[str, ...]] = (JSON,)
    anonymous_reads: ClassVar[bool] = True
    write_scope: ClassVar[str] = Scope.ORGANISE

    def get_exception_handler(self) -> Any:
        return handler


class ListView(ApiView, ListAPIView):
    """A list: a selector's rows, filtered, a page at a time. `get_queryset` calls the selector."""

    pagination_class = CursorPages
    filter_backends = [KnownFilters]


class NoSuchAddress(ApiView):
    """Answer whatever lies under the API's root and is nothing."""

    authentication_classes = []
    permission_classes = []
    schema = None
    media_types = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise Http404
