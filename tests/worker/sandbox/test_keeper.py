"""The keeper: tested at first and every hour between jobs, dropped when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worker.fakes import FakeTime
from worker.sandbox import SandboxUnavailable
from worker.sandbox.keeper import TEST_EVERY_S, Keeper


class FakeSandbox:
    """A sandbox that counts its tests, and fails them when told."""

    def __init__(self) -> None:
        self.tests, self.closed, self.breaks = 1, 0, False

    def test(self) -> None:
        self.tests += 1
        if self.breaks:
            raise SandboxUnavailable("self-test: no sockets: INET", "run another kernel")

    def close(self) -> None:
        self.closed += 1


def kept() -> tuple[Keeper, list[FakeSandbox], FakeTime]:
    opened: list[FakeSandbox] = []
    time = FakeTime()

    def open_tested() -> Any:
        opened.append(FakeSandbox())
        return opened[-1]

    return Keeper(open_tested, time), opened, time


def test_it_is_tested_again_when_an_hour_has_passed() -> None:
    keeper, opened, time = kept()
    for passed, tests in ((0, 1), (TEST_EVERY_S - 1, 1), (1, 2), (10, 2), (TEST_EVERY_S, 3)):
        time.pass_(passed)
        keeper.open()
        assert opened[0].tests == tests
    assert len(opened) == 1 and keeper.unfit is None


def test_one_that_fails_its_test_is_closed_and_says_why() -> None:
    keeper, opened, time = kept()
    keeper.open()
    opened[0].breaks = True
    time.pass_(TEST_EVERY_S)
    with pytest.raises(SandboxUnavailable):
        keeper.open()
    assert opened[0].closed == 1
    assert keeper.unfit is not None and "no sockets" in keeper.unfit.reason


def test_one_that_was_dropped_is_replaced() -> None:
    keeper, opened, _time = kept()
    keeper.open()
    keeper.drop()
    keeper.drop()
    assert opened[0].closed == 1
    keeper.open()
    assert len(opened) == 2 and keeper.unfit is None
