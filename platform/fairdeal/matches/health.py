"""Which machine is an outlier: faults, time-outs and pace of each against those of all others. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

# Fewer of either say nothing.
LEAST_ATTEMPTS: Final = 10
LEAST_GAMES: Final = 50
LEAST_TIME_OUTS: Final = 10
# Half of its matches lost, where the others lose at most one in five.
FAULT_SHARE: Final = 0.5
FAULT_SHARE_OF_OTHERS: Final = 0.2
# Five standard errors above the others, which chance reaches once in three million looks, and three times their share:
# a machine that is watched for a year is not suspended by chance, nor for a difference that matters to nobody.
TIME_OUT_ERRORS: Final = 5.0
TIME_OUT_RATIO: Final = 3.0
# So many times as long for a block as the others take at the same rules.
PACE_RATIO: Final = 5.0


@dataclass(slots=True)
class Health:
    """What a machine did lately; `paces` are seconds a block, each over the mean of all machines at the same rules."""

    machine: str
    attempts: int = 0
    faults: int = 0
    games: int = 0
    time_outs: int = 0
    paces: list[float] = field(default_factory=list)

    @property
    def pace(self) -> float | None:
        """Return the mean pace; 1 is as all others."""
        return sum(self.paces) / len(self.paces) if self.paces else None


def outliers(machines: Iterable[Health]) -> dict[str, str]:
    """Return the machines that differ from all others together in what cannot be chance, and why.

    A machine alone is no outlier: there is nothing to compare it with.
    """
    known = list(machines)
    found = {}
    for one in known:
        reason = _outlying(one, [other for other in known if other is not one])
        if reason:
            found[one.machine] = reason
    return found


def _outlying(one: Health, others: list[Health]) -> str:
    attempts, faults = sum(other.attempts for other in others), sum(other.faults for other in others)
    if min(one.attempts, attempts) >= LEAST_ATTEMPTS:
        is_worse = one.faults >= FAULT_SHARE * one.attempts and faults <= FAULT_SHARE_OF_OTHERS * attempts
        if is_worse:
            return f"{one.faults} of its {one.attempts} matches were lost; of the others', {faults} of {attempts}"
    games, time_outs = sum(other.games for other in others), sum(other.time_outs for other in others)
    if min(one.games, games) >= LEAST_GAMES and _too_many(one.time_outs, one.games, time_outs, games):
        return f"bots ran out of time in {one.time_outs} of its {one.games} games; in {time_outs} of {games} elsewhere"
    if one.pace is not None and len(one.paces) >= LEAST_ATTEMPTS and one.pace >= PACE_RATIO and attempts:
        return f"it takes {one.pace:.1f} times as long for a block as all machines do"
    return ""


def _too_many(count: int, of: int, elsewhere: int, of_elsewhere: int) -> bool:
    if count < LEAST_TIME_OUTS:
        return False
    # One more elsewhere than there was: a share of nothing would have no error.
    share = (elsewhere + 1) / (of_elsewhere + 1)
    error = sqrt(share * (1 - share) / of)
    return count / of >= TIME_OUT_RATIO * share and count / of >= share + TIME_OUT_ERRORS * error
