"""What a seat may use: the defaults, and the bounds of what an organiser may ask for."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from fairdeal.common.errors import InvalidInput

DEFAULTS: Final[Mapping[str, int]] = {
    "move_ms": 100,
    "bank_ms": 10_000,
    "start_ms": 3_000,
    "memory_mb": 256,
    "output_line_kib": 64,
    "stderr_kib": 1_024,
}
# The lines are fixed by the protocol, and the logs by the room there is; the rest may be asked for.
BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "move_ms": (10, 10_000),
    "bank_ms": (0, 600_000),
    "start_ms": (500, 60_000),
    "memory_mb": (64, 2_048),
    "output_line_kib": (64, 64),
    "stderr_kib": (64, 1_024),
}


def read_limits(given: Mapping[str, Any] | None) -> dict[str, int]:
    """Return complete limits; raises InvalidInput for one that does not exist or is out of bounds."""
    if given is not None and not isinstance(given, Mapping):
        raise InvalidInput(_("The limits cannot be used."), fields={"limits": _("Expected an object.")})
    errors = []
    for name, value in (given or {}).items():
        if name not in BOUNDS:
            errors.append(
                _("There is no limit “%(name)s”; there are: %(all)s.") % {"name": name, "all": ", ".join(BOUNDS)}
            )
            continue
        low, high = BOUNDS[name]
        if type(value) is not int or not low <= value <= high:
            errors.append(
                _("%(name)s: expected an integer from %(low)d to %(high)d.") % {"name": name, "low": low, "high": high}
            )
    if errors:
        raise InvalidInput(_("The limits cannot be used."), fields={"limits": errors})
    return {**DEFAULTS, **(given or {})}
