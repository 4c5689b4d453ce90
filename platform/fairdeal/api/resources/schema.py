"""The API's document, and a page that shows it."""

from __future__ import annotations

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from django.views.generic import TemplateView
from drf_spectacular.renderers import OpenApiJsonRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.openapi import document
from fairdeal.api.views import JSON, ApiView


class Schema(ApiView):
    """The OpenAPI 3.1 document, in JSON."""

    authentication_classes = []
    permission_classes = []
    renderer_classes = [OpenApiJsonRenderer]
    schema = None
    media_types = (OpenApiJsonRenderer.media_type, JSON)

    def get(self, request: Request) -> Response:
        return Response(document())


# The viewer's stylesheet holds its icons as data: addresses; scripts and styles stay our own files.
@method_decorator(csp_update({"img-src": ["data:"]}), name="dispatch")
class Docs(TemplateView):
    """The document as a page, by Swagger UI from our own files."""

    template_name = "api/docs.html"
