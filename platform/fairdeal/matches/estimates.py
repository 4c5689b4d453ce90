"""How long what waits will take: lanes share the workers evenly, so each goes at its share of the pace. Pure."""

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")


def done_after(work: Mapping[Key, float], slots: int) -> dict[Key, float]:
    """Return after how many seconds each lane is done, given the seconds of play that it still needs.

    As long as lanes have work, they share the slots evenly (processor sharing); when one is done, the others go
    faster. A match plays in one slot, so a lane near its end is a little slower than this says.

    >>> done_after({"a": 60.0, "b": 180.0}, 2)
    {'a': 60.0, 'b': 120.0}
    """
    if slots < 1:
        raise ValueError(f"nothing is done by {slots} slots")
    done: dict[Key, float] = {}
    now = served = 0.0  # `served` is what each lane that still has work has got so far
    left = sorted(work.items(), key=lambda item: item[1])
    for place, (lane, seconds) in enumerate(left):
        sharing = len(left) - place
        now += (seconds - served) * sharing / slots
        served = seconds
        done[lane] = now
    return done
