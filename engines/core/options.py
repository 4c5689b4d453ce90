"""Typed options: what values each takes, how they are checked, and how they are written.

Values are flags, words or numbers. `true` is no number and 1 no flag; "on" and "off" stand for a flag's values.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.core.errors import BadOption

_DECIMAL: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")

OptionValue = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Flag:
    """Describe an option that is on or off."""

    name: str
    default: bool
    summary: str = ""

    def allowed(self) -> str:
        """Say in words what values the option takes."""
        return "on or off (true or false)"

    def check(self, value: object) -> OptionValue:
        """Return the value in its normal form, or raise BadOption."""
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in ("on", "off"):
            return value == "on"
        raise BadOption(self.name, f"{value!r} is not allowed; allowed: {self.allowed()}")

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line."""
        return self.check({"true": "on", "false": "off"}.get(text, text))

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        return {"type": "boolean", "default": self.default, "description": self.summary}


@dataclass(frozen=True, slots=True)
class Choice:
    """Describe an option that takes one of a few words."""

    name: str
    default: str
    words: tuple[str, ...]
    summary: str = ""

    def allowed(self) -> str:
        """Say in words what values the option takes."""
        return ", ".join(self.words)

    def check(self, value: object) -> OptionValue:
        """Return the value in its normal form, or raise BadOption."""
        if isinstance(value, str) and value in self.words:
            return value
        raise BadOption(self.name, f"{value!r} is not allowed; allowed: {self.allowed()}")

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line."""
        return self.check(text)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        return {"enum": list(self.words), "default": self.default, "description": self.summary}


@dataclass(frozen=True, slots=True)
class Integer:
    """Describe an option that takes an integer of a range (no upper bound: high None), or one of a few words."""

    name: str
    default: int | str
    low: int
    high: int | None
    words: tuple[str, ...] = ()
    summary: str = ""

    def allowed(self) -> str:
        """Say in words what values the option takes."""
        numbers = f"an integer from {self.low}" + ("" if self.high is None else f" to {self.high}")
        return ", ".join((*self.words, numbers))

    def check(self, value: object) -> OptionValue:
        """Return the value in its normal form, or raise BadOption."""
        if isinstance(value, str) and value in self.words:
            return value
        is_integer = isinstance(value, int) and not isinstance(value, bool)
        if is_integer and self.low <= value and (self.high is None or value <= self.high):  # type: ignore[operator]
            return value  # type: ignore[return-value]  # narrowed by is_integer
        raise BadOption(self.name, f"{value!r} is not allowed; allowed: {self.allowed()}")

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line."""
        return self.check(int(text) if text.isascii() and text.isdigit() else text)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        number: dict[str, Any] = {"type": "integer", "minimum": self.low}
        if self.high is not None:
            number["maximum"] = self.high
        shape = {"anyOf": [number, {"enum": list(self.words)}]} if self.words else number
        return {**shape, "default": self.default, "description": self.summary}


@dataclass(frozen=True, slots=True)
class Number:
    """Describe an option that takes any number of a range; a whole one is kept as an integer."""

    name: str
    default: int | float
    low: int
    high: int
    summary: str = ""

    def allowed(self) -> str:
        """Say in words what values the option takes."""
        return f"a number from {self.low} to {self.high}"

    def check(self, value: object) -> OptionValue:
        """Return the value in its normal form, or raise BadOption."""
        if isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high:
            return int(value) if value == int(value) else value
        raise BadOption(self.name, f"{value!r} is not allowed; allowed: {self.allowed()}")

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line: digits, with or without a decimal point."""
        return self.check(float(text) if _DECIMAL.fullmatch(text) else text)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        shape = {"type": "number", "minimum": self.low, "maximum": self.high}
        return {**shape, "default": self.default, "description": self.summary}


Option = Flag | Choice | Integer | Number


def check_options(
    specs: Iterable[Option], given: Mapping[str, object], defaults: Mapping[str, OptionValue] | None = None
) -> dict[str, OptionValue]:
    """Return the complete options: those given, checked, and the defaults of the others, in the order of the specs."""
    by_name = {spec.name: spec for spec in specs}
    for name in given:
        if name not in by_name:
            raise BadOption(str(name), f"the game has no such option; it has: {', '.join(by_name)}")
    base = {name: spec.default for name, spec in by_name.items()} | dict(defaults or {})
    return {name: spec.check(given[name]) if name in given else base[name] for name, spec in by_name.items()}


def option_text(value: OptionValue) -> str:
    """Write a value as it is typed: on and off for flags."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
