"""On what terms a tournament is entered: its name, limit, deadline, scheduled start, who sees the cards when."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from fairdeal.common import clock
from fairdeal.common.faults import Faults
from fairdeal.tournaments.models import Visibility
from fairdeal.tournaments.services.schedule import MAX_ENTRIES

TERMS = ("name", "visibility", "entry_limit", "entry_deadline", "starts_at")
_NAME = 120


def read_terms(faults: Faults, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the terms that are given as columns of a tournament; what is wrong is noted, by field."""
    columns = {name: given[name] for name in TERMS if name in given}
    if "name" in columns:
        columns["name"] = _name(faults, columns["name"])
    if columns.get("visibility", Visibility.PUBLIC) not in Visibility.values:
        faults.add("visibility", _("Expected one of: %(names)s.") % {"names": ", ".join(Visibility.values)})
    if columns.get("entry_limit") is not None:
        faults.check_range("entry_limit", columns["entry_limit"], 2, MAX_ENTRIES)
    for name in ("entry_deadline", "starts_at"):
        _check_moment(faults, name, columns.get(name))
    return columns


def check_order(faults: Faults, deadline: datetime | None, start: datetime | None) -> None:
    """Note a fault when a tournament would start before entry closes."""
    if deadline is not None and start is not None and start < deadline:
        faults.add("starts_at", _("It cannot start before entry closes."))


def _name(faults: Faults, name: object) -> str:
    text = name.strip() if isinstance(name, str) else ""
    if not 0 < len(text) <= _NAME:
        faults.add("name", _("Expected a name of 1 to %(most)d characters.") % {"most": _NAME})
    elif not text.isprintable():
        faults.add("name", _("Expected a name in one line, without control characters."))
    return text


def _check_moment(faults: Faults, name: str, moment: object) -> None:
    if moment is None:
        return
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        faults.add(name, _("Expected a time with its time zone."))
    elif moment <= clock.now():
        faults.add(name, _("Expected a time that is still to come."))
