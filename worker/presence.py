"""The worker's state for the platform: that it is there, and whether it can run bots, or why not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import structlog

import engines
from worker import contract
from worker.contract import WorkerState
from worker.sandbox.keeper import Keeper

# Often enough for who watches; a worker that plays or waits says it alike.
EVERY_S: Final = 30.0

log = structlog.get_logger("worker")


class Presence:
    """Report a worker's state when asked, and every half minute from a thread of its own once it is started."""

    def __init__(
        self, worker: str, keeper: Keeper, send: Callable[[str, dict[str, Any]], None], every_s: float = EVERY_S
    ) -> None:
        self._worker = worker
        self._keeper = keeper
        self._send = send
        self._every_s = every_s
        self._ended = threading.Event()
        self.plays_matches = True  # who takes checks alone says otherwise before the first report

    def report(self) -> None:
        """Send the state as it is now. A broker that is away makes no difference: the next report comes soon."""
        try:
            self._send(contract.WORKER_STATE, contract.to_message(self.state()))
        except Exception as error:  # noqa: BLE001 - whatever a broker raises; nothing is lost but this report
            log.warning("the worker's state could not be sent", reason=str(error))

    def state(self) -> WorkerState:
        """Return the state."""
        unfit = self._keeper.unfit
        return WorkerState(
            worker=self._worker,
            engine_version=engines.ENGINE_VERSION,
            sandbox=self._keeper.name,
            plays_matches=self.plays_matches,
            is_fit=unfit is None,
            reason="" if unfit is None else unfit.reason,
            remedy="" if unfit is None else unfit.remedy,
            tested_s_ago=self._keeper.tested_s_ago,
        )

    def start(self) -> None:
        """Begin to report; it ends with the process."""
        threading.Thread(target=self._go_on, name="presence", daemon=True).start()

    def end(self) -> None:
        """Report no more."""
        self._ended.set()

    def _go_on(self) -> None:
        while not self._ended.wait(self._every_s):
            self.report()
