"""Typed options: what values each takes, how they are checked, and how they are written.

Values are flags, words or numbers. `true` is no number and 1 no flag; "on" and "off" stand for a flag's values.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engines.core.errors import BadOption

#: For numbers that the rules leave open. With it all sums of a game fit 64 bits, in records and databases too.
UNBOUNDED: Final = 10**12

_DIGITS: Final = re.compile(r"[0-9]{1,18}")
_DECIMAL: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")

OptionValue = bool | int | float | str


def _refused(option: "Option", value: object) -> BadOption:
    """Name the value, in short, and what is allowed."""
    # Python writes no integer of thousands of digits.
    is_huge = isinstance(value, int) and value.bit_length() > 200
    shown = f"an integer of {value.bit_length()} bits" if is_huge else repr(value)  # type: ignore[attr-defined]
    if len(shown) > 80:
        shown = f"{shown[:60]}... ({len(shown)} characters)"
    return BadOption(option.name, f"{shown} is not allowed; allowed: {option.allowed()}")


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
        raise _refused(self, value)

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
        raise _refused(self, value)

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line."""
        return self.check(text)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        return {"enum": list(self.words), "default": self.default, "description": self.summary}


@dataclass(frozen=True, slots=True)
class Integer:
    """Describe an option that takes an integer of a range, or one of a few words."""

    name: str
    default: int | str
    low: int
    high: int
    words: tuple[str, ...] = ()
    summary: str = ""

    def allowed(self) -> str:
        """Say in words what values the option takes."""
        numbers = f"an integer from {self.low} to {self.high}"
        return ", ".join((*self.words, numbers))

    def check(self, value: object) -> OptionValue:
        """Return the value in its normal form, or raise BadOption."""
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        raise _refused(self, value)

    def from_text(self, text: str) -> OptionValue:
        """Read a value typed on a command line."""
        return self.check(int(text) if _DIGITS.fullmatch(text) else text)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values."""
        number: dict[str, Any] = {"type": "integer", "minimum": self.low, "maximum": self.high}
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
        raise _refused(self, value)

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
