"""All formats by name, made from settings as they are stored and sent: JSON values. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from fairdeal.tournaments.formats.base import Format, Seeding, Withdrawal
from fairdeal.tournaments.formats.double_elimination import DoubleElimination
from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.formats.gauntlet import Gauntlet
from fairdeal.tournaments.formats.groups import Bracket, Groups
from fairdeal.tournaments.formats.ladder import Ladder
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.formats.scores import Scoring
from fairdeal.tournaments.formats.single_elimination import SingleElimination
from fairdeal.tournaments.formats.swiss import Swiss, System
from fairdeal.tournaments.tiebreaks import order_of

FORMATS: Final[dict[str, type[Any]]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "single-elimination": SingleElimination,
    "double-elimination": DoubleElimination,
    "groups": Groups,
    "ladder": Ladder,
}
_ENUMS: Final[dict[str, type[StrEnum]]] = {
    "scoring": Scoring,
    "withdrawal": Withdrawal,
    "seeding": Seeding,
    "system": System,
    "bracket_kind": Bracket,
}


def make_format(name: str, settings: Mapping[str, Any]) -> Format:
    """Return a format; raises BadSettings for a name, a setting or a value that it does not know."""
    if name not in FORMATS:
        raise BadSettings("format", f"a format is one of {', '.join(FORMATS)}, not {name!r}")
    made = FORMATS[name]
    known = {item.name: item for item in fields(made)}
    unknown = sorted(set(settings) - set(known))
    if unknown:
        raise BadSettings(unknown[0], f"a {name} has the settings {', '.join(known)}, not {', '.join(unknown)}")
    values = {setting: _read(setting, value, known[setting].default) for setting, value in settings.items()}
    form: Format = made(**values)
    return form


def settings_of(form: Format) -> dict[str, Any]:
    """Return all settings of a format as JSON values: `make_format` makes the same format of them."""
    return {item.name: _written(getattr(form, item.name)) for item in fields(form)}  # type: ignore[arg-type]


def _read(setting: str, value: Any, default: Any) -> Any:
    if setting == "tiebreaks":
        if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
            raise BadSettings(setting, f"tiebreaks is a list of names, not {value!r}")
        return order_of(value)
    if setting in _ENUMS:
        allowed = _ENUMS[setting]
        if not isinstance(value, str) or value not in set(allowed):
            raise BadSettings(setting, f"{setting} is one of {', '.join(allowed)}, not {value!r}")
        return allowed(value)
    return _READERS[type(default)](setting, value)


def _bool(setting: str, value: Any) -> bool:
    if type(value) is not bool:
        raise BadSettings(setting, f"{setting} is true or false, not {value!r}")
    return value


def _int(setting: str, value: Any) -> int:
    if type(value) is not int:
        raise BadSettings(setting, f"{setting} is a whole number, not {value!r}")
    return value


def _float(setting: str, value: Any) -> float:
    if type(value) not in (int, float):
        raise BadSettings(setting, f"{setting} is a number, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise BadSettings(setting, f"{setting} is a number, not one of so many digits") from None


def _fraction(setting: str, value: Any) -> Fraction:
    if type(value) not in (int, float) or value not in (0, 0.5, 1):
        raise BadSettings(setting, f"{setting} is 0, 0.5 or 1, not {value!r}")
    return Fraction(value)


_READERS: Final[dict[type, Callable[[str, Any], Any]]] = {bool: _bool, int: _int, float: _float, Fraction: _fraction}


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [str(name) for name in value]
    if isinstance(value, Fraction):
        return float(value)
    return str(value) if isinstance(value, StrEnum) else value
