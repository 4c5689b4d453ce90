"""The heartbeat of a job: the platform hears of it every few seconds, and one that takes too long is ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from worker.referee.verdicts import HostFault, HostVerdict

# Renews the lease, also while a bot thinks: one thought may take longer than the lease.
PROGRESS_EVERY_S: Final = 2.0
# A job that takes longer is given up: it would hold a worker for ever.
JOB_WALL_S: Final = 4 * 3600.0


class Heartbeat:
    """Call `beat` now, and then every few seconds as long as `tick` is called.

    `stop_if_told` is called at every tick and raises SystemExit to end the job at once: a worker told to stop leaves
    its job to another.
    """

    def __init__(
        self, beat: Callable[[], None], now: Callable[[], float], stop_if_told: Callable[[], None] = lambda: None
    ) -> None:
        self._beat = beat
        self._now = now
        self._stop_if_told = stop_if_told
        self._started = self._beaten = now()
        beat()

    def tick(self) -> None:
        """Beat if it is time; raise HostFault when the job has taken too long, or what a stop raises."""
        self._stop_if_told()
        moment = self._now()
        if moment - self._started > JOB_WALL_S:
            raise HostFault(HostVerdict.HOST_LOST, f"the job took more than {JOB_WALL_S:.0f} s")
        if moment - self._beaten >= PROGRESS_EVERY_S:
            self._beaten = moment
            self._beat()
