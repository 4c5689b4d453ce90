"""Keep one sandbox open and tested: at first, every hour between two jobs, and anew after it has failed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.pool import Sandbox

TEST_EVERY_S: Final = 3600.0


class Keeper:
    """Hand out the sandbox of this process, which has passed its self-test within the last hour."""

    def __init__(self, open_tested: Callable[[], Sandbox], now: Callable[[], float] = time.monotonic) -> None:
        self._open_tested = open_tested
        self._now = now
        self._sandbox: Sandbox | None = None
        self._tested: float | None = None
        self.unfit: SandboxUnavailable | None = None

    @property
    def name(self) -> str:
        """Return the kind of sandbox."""
        return Sandbox.name

    @property
    def tested_s_ago(self) -> int | None:
        """Return how many seconds ago the last self-test passed; None when none has."""
        return None if self._tested is None else int(self._now() - self._tested)

    def open(self) -> Sandbox:
        """Return the sandbox; raise SandboxUnavailable, and remember it as `unfit`, when bots cannot be run here."""
        try:
            if self._sandbox is None:
                self._sandbox = self._open_tested()
                self._tested = self._now()
            elif self._tested is None or self._now() - self._tested >= TEST_EVERY_S:
                self._sandbox.test()
                self._tested = self._now()
        except SandboxUnavailable as error:
            self.drop()
            self.unfit = error
            raise
        return self._sandbox

    def drop(self) -> None:
        """Close a sandbox that has failed: the next job opens and tests another."""
        if self._sandbox is not None:
            self._sandbox.close()
            self._sandbox = None
