"""What a seat may use: the defaults, and the bounds of what an organiser may ask for."""

from collections.abc import Mapping
from datetime import timedelta
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


# Wall time is charged to a bot at a quarter; a seat has some two hundred moves in the longest games.
_WALL_MULTIPLE: Final = 4
_MOVES: Final = 200
# A worker that only says it is alive, with no block done for so long, loses its lease.
_SHORTEST_STALL: Final = timedelta(minutes=30)
# The worker itself gives a match up then.
_LONGEST_STALL: Final = timedelta(hours=4)


def longest_block(limits: Mapping[str, int], seats: int) -> timedelta:
    """Return how long a block may take, with so many seats over all its games, when every bot uses all of its time."""
    full = {**DEFAULTS, **limits}
    seat_ms = _WALL_MULTIPLE * (full["start_ms"] + full["bank_ms"] + _MOVES * full["move_ms"])
    return min(max(timedelta(milliseconds=seats * seat_ms), _SHORTEST_STALL), _LONGEST_STALL)


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
