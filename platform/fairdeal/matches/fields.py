"""Reading the fields of a message, each refused in words that name it. Pure."""

import math
from collections.abc import Mapping
from typing import Any, Final

# No count or size of ours is this large.
LIMIT: Final = 10**9


class BadMessage(ValueError):
    """A message, or a part of one, that does not follow the contract; the text names the field."""


def mapping(value: object, where: str) -> Mapping[str, Any]:
    """Return an object."""
    if not isinstance(value, Mapping):
        raise BadMessage(f"{where}: expected an object, not {type(value).__name__}")
    return value


def list_of(value: object, where: str, length: int) -> list[Any]:
    """Return a list of this length."""
    if not isinstance(value, list) or len(value) != length:
        found = f"{len(value)} elements" if isinstance(value, list) else type(value).__name__
        raise BadMessage(f"{where}: expected a list of {length}, not {found}")
    return value


def boolean(body: Mapping[str, Any], name: str) -> bool:
    """Return the truth value of a field."""
    value = body.get(name)
    if not isinstance(value, bool):
        raise BadMessage(f"{name}: expected true or false, not {value!r}")
    return value


def integer(body: Mapping[str, Any], name: str, low: int, end: int, where: str = "") -> int:
    """Return the integer of a field, at least `low` and below `end`."""
    value = body.get(name)
    if type(value) is not int or not low <= value < end:
        raise BadMessage(f"{where}.{name}: expected an integer from {low} to {end - 1}, not {value!r}".lstrip("."))
    return value


def integers(value: object, where: str, length: int) -> list[int]:
    """Return a list of so many integers."""
    rows = list_of(value, where, length)
    if any(type(row) is not int or abs(row) >= LIMIT for row in rows):
        raise BadMessage(f"{where}: expected integers, not {rows!r}")
    return rows


def numbers(value: object, where: str, length: int) -> list[int | float]:
    """Return a list of so many finite numbers."""
    rows = list_of(value, where, length)
    if any(not _is_number(row) for row in rows):
        raise BadMessage(f"{where}: expected numbers, not {rows!r}")
    return rows


def optional_number(body: Mapping[str, Any], name: str, where: str) -> int | float | None:
    """Return the finite number of a field, or None when it is not given."""
    value = body.get(name)
    if value is not None and not _is_number(value):
        raise BadMessage(f"{where}.{name}: expected a number, not {value!r}")
    return value


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and abs(value) < 10**15  # type: ignore[arg-type]  # one of the two


def text(body: Mapping[str, Any], name: str, limit: int, where: str = "", *, cut: bool = False) -> str:
    """Return the text of a field; a longer one is refused, or cut where that is allowed."""
    value = body.get(name)
    if not isinstance(value, str) or (len(value) > limit and not cut):
        raise BadMessage(f"{where}.{name}: expected text of at most {limit} characters".lstrip("."))
    return clean(value[:limit])


def clean(value: str) -> str:
    """Return a text that every database stores: without NUL and without halves of characters."""
    return value.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
