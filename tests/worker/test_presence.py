"""What a worker says of itself: fit or not, again and again, whatever its broker does."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.worker.fakes import FakeTime
from worker.presence import Presence
from worker.sandbox import SandboxUnavailable
from worker.sandbox.keeper import Keeper


def keeper_of(opening: Any, time: FakeTime) -> Keeper:
    return Keeper(opening, time)


class FitSandbox:
    def test(self) -> None:
        """Hold."""

    def close(self) -> None:
        """Hold nothing."""


def test_it_tells_when_it_was_tested() -> None:
    time = FakeTime()
    keeper = keeper_of(FitSandbox, time)
    presence = Presence("table-1:7", keeper, lambda task, message: None)
    assert presence.state().tested_s_ago is None
    keeper.open()
    time.pass_(61)
    state = presence.state()
    assert (state.worker, state.is_fit, state.tested_s_ago) == ("table-1:7", True, 61)


def test_it_tells_why_bots_cannot_be_run_and_what_helps() -> None:
    def fail() -> Any:
        raise SandboxUnavailable("bwrap not found", "apt-get install bubblewrap")

    keeper = keeper_of(fail, FakeTime())
    with pytest.raises(SandboxUnavailable):
        keeper.open()
    state = Presence("table-1:7", keeper, lambda task, message: None).state()
    assert (state.is_fit, state.reason, state.remedy) == (False, "bwrap not found", "apt-get install bubblewrap")


def test_it_goes_on_reporting_when_the_broker_is_away_for_a_while() -> None:
    sent: list[str] = []
    enough = threading.Event()

    def send(task: str, message: dict[str, Any]) -> None:
        sent.append(task)
        if len(sent) == 3:
            enough.set()
        if len(sent) < 3:
            raise OSError("no broker")

    presence = Presence("table-1:7", keeper_of(FitSandbox, FakeTime()), send, every_s=0.001)
    presence.start()
    assert enough.wait(30)
    presence.end()
    assert set(sent) == {"fairdeal.worker_state"}
