"""The part of JSON Schema that observations are described with, checked with the standard library alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

Schema = Mapping[str, Any]

_ABOUT: Final = {"$schema", "title", "description", "default"}


def faults(schema: Schema, value: Any, path: str = "$") -> list[str]:
    """Name what in a value is not as the schema says, with its place; refuse keywords that nobody checks here."""
    unknown = schema.keys() - _CHECKS.keys() - _ABOUT
    if unknown:
        raise ValueError(f"{path}: the schema has keywords that are not checked: {', '.join(sorted(unknown))}")
    checks = (_CHECKS[word](schema, value, path) for word in schema if word in _CHECKS)
    return list(chain.from_iterable(checks))


def _type(schema: Schema, value: Any, path: str) -> Iterator[str]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    fits = {
        "array": isinstance(value, list),
        "boolean": isinstance(value, bool),
        "integer": is_number and float(value).is_integer(),
        "null": value is None,
        "number": is_number,
        "object": isinstance(value, dict),
        "string": isinstance(value, str),
    }
    if not fits[schema["type"]]:
        yield f"{path}: {value!r} is no {schema['type']}"


def _const(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"


def _enum(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if value not in schema["enum"]:
        yield f"{path}: {value!r} is none of the values listed"


def _any_of(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if all(faults(choice, value, path) for choice in schema["anyOf"]):
        yield f"{path}: {value!r} fits none of the alternatives"


def _minimum(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, int | float) and value < schema["minimum"]:
        yield f"{path}: {value!r} is less than {schema['minimum']}"


def _maximum(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, int | float) and value > schema["maximum"]:
        yield f"{path}: {value!r} is more than {schema['maximum']}"


def _pattern(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} is not written {schema['pattern']}"


def _min_items(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list) and len(value) < schema["minItems"]:
        yield f"{path}: fewer than {schema['minItems']} items"


def _max_items(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list) and len(value) > schema["maxItems"]:
        yield f"{path}: more than {schema['maxItems']} items"


def _prefix_items(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list):
        for place, (item, kind) in enumerate(zip(value, schema["prefixItems"], strict=False)):
            yield from faults(kind, item, f"{path}[{place}]")


def _items(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list):
        first = len(schema.get("prefixItems", ()))
        for place, item in enumerate(value[first:], first):
            yield from faults(schema["items"], item, f"{path}[{place}]")


def _properties(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, kind in schema["properties"].items():
            if name in value:
                yield from faults(kind, value[name], f"{path}.{name}")


def _required(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name in schema["required"]:
            if name not in value:
                yield f"{path}: {name!r} is missing"


def _additional(schema: Schema, value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict) and schema["additionalProperties"] is False:
        for name in value.keys() - schema["properties"].keys():
            yield f"{path}: {name!r} is not described"


_CHECKS: Final[Mapping[str, Callable[[Schema, Any, str], Iterator[str]]]] = {
    "additionalProperties": _additional,
    "anyOf": _any_of,
    "const": _const,
    "enum": _enum,
    "items": _items,
    "maxItems": _max_items,
    "maximum": _maximum,
    "minItems": _min_items,
    "minimum": _minimum,
    "pattern": _pattern,
    "prefixItems": _prefix_items,
    "properties": _properties,
    "required": _required,
    "type": _type,
}
