"""Pieces that several resources are made of: addresses, references to versions, names of fields in errors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from fairdeal.accounts.models import User
from fairdeal.common.errors import InvalidInput, NotAuthenticated

ID_MAX = 2**63 - 1


@extend_schema_field(OpenApiTypes.URI)
class Address(serializers.Field[Any, Any, str, Any]):
    """The address of a resource: a route of the API with arguments taken from the row (`owner__name`)."""

    def __init__(self, route: str, *, arguments: dict[str, str] | None = None, **options: Any) -> None:
        super().__init__(source="*", read_only=True, **options)
        self.route = route
        self.arguments = arguments or {"pk": "pk"}

    def to_representation(self, value: Any) -> str:
        kwargs = {}
        for name, path in self.arguments.items():
            found = value
            for step in path.split("__"):
                found = getattr(found, step)
            kwargs[name] = found
        return str(reverse(f"api:{self.route}", kwargs=kwargs, request=self.context["request"]))


@extend_schema_serializer(component_name="VersionRef")
class VersionRefSerializer(serializers.Serializer[Any]):
    """A version named in another resource."""

    id = serializers.IntegerField()
    url = Address("version")
    bot = serializers.CharField(help_text="owner/name")
    number = serializers.IntegerField()


class InputSerializer(serializers.Serializer[Any]):
    """What a POST takes; a field that does not exist is refused, as it would be missed by whoever sent it."""

    def to_internal_value(self, data: Any) -> Any:
        refuse_unknown(data, self.fields)
        return super().to_internal_value(data)


def refuse_unknown(data: Any, known: Collection[str] = ()) -> None:
    """Raise InvalidInput that names each field of a body that is not among the known ones."""
    unknown = sorted(set(data) - set(known)) if isinstance(data, Mapping) else []
    if unknown:
        there_are = gettext("There is no such field; there are: %(names)s.") % {"names": ", ".join(known)}
        text = there_are if known else gettext("Nothing is taken here; send no fields.")
        names = ", ".join(unknown)
        raise InvalidInput(gettext("Not valid: %(fields)s.") % {"fields": names}, fields=dict.fromkeys(unknown, text))


@contextmanager
def fields_called(**names: str) -> Iterator[None]:
    """Let a service's errors speak of the fields as the API calls them: `fields_called(version_ids="entries")`."""
    try:
        yield
    except InvalidInput as error:
        error.fields = {_renamed(field, names): texts for field, texts in error.fields.items()}
        raise


def user_of(request: Request) -> User:
    """Give the person behind the token; raises NotAuthenticated when there is none."""
    if isinstance(request.user, User):
        return request.user
    raise NotAuthenticated("A token is needed.")


def _renamed(field: str, names: dict[str, str]) -> str:
    head, dot, rest = field.partition(".")
    return names.get(head, head) + dot + rest
