"""Filters of lists; a filter that does not exist is refused, never ignored."""

from __future__ import annotations

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

ID_MAX = 2**63 - 1
PAGE_PARAMETERS = frozenset({"cursor", "limit"})


class IdFilter(django_filters.NumberFilter):
    """A whole number that a database can hold."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, min_value=0, max_value=ID_MAX, **options)


class _TruthField(forms.Field):
    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        if value not in ("true", "false"):
            raise forms.ValidationError(gettext("Expected true or false."))
        return bool(value == "true")


class TruthFilter(django_filters.BooleanFilter):
    """True or false, written so; any other word is an error, where Django would take it for nothing."""

    field_class = _TruthField


class KnownFilters(DjangoFilterBackend):
    """django-filter, but a misspelt filter is an error: a list that quietly holds too much misleads its reader."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        filterset_class = self.get_filterset_class(view, queryset)
        known = set(filterset_class.base_filters) if filterset_class else set()
        unknown = sorted(set(request.query_params) - known - PAGE_PARAMETERS)
        if unknown:
            names = ", ".join(sorted(known | PAGE_PARAMETERS))
            message = gettext("There is no such filter; there are: %(names)s.") % {"names": names}
            raise ValidationError({name: [message] for name in unknown})
        return super().filter_queryset(request, queryset, view)
