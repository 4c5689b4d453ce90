"""Every misbehaving bot, in a sandbox that was started by whoever runs the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worker.battery.arena import Arena
from tests.worker.battery.folders import Misbehaviour, misbehaviours


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """Return an arena for all games of this file."""
    opened = Arena(tmp_path_factory.mktemp("battery"), tmp_path_factory.mktemp("sandbox"))
    yield opened
    opened.close()


@pytest.mark.parametrize("bot", misbehaviours(), ids=lambda bot: bot.name)
def test_a_misbehaving_bot_is_contained(bot: Misbehaviour, arena: Arena) -> None:
    arena.play(bot)
