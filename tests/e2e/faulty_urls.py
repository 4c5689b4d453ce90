"""The addresses of the site, and three that fail as a real one may: for the pages that say so."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import path
from fairdeal import urls

handler403, handler404, handler500 = urls.handler403, urls.handler404, urls.handler500


def unreadable(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("on purpose")


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


urlpatterns = [
    path("faults/400/", unreadable),
    path("faults/403/", forbidden),
    path("faults/500/", broken),
    *urls.urlpatterns,
]
