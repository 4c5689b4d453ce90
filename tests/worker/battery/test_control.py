"""Without a sandbox the probes bite: what they reach then, a sandbox has kept from them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.worker.battery.arena import Arena
from tests.worker.battery.control import OBSERVED, run_unsandboxed
from tests.worker.battery.folders import Misbehaviour, misbehaviours

BOTS = [bot for bot in misbehaviours() if bot.control in ("reaches", "host")]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """Return an arena, of which only the canaries are used, in a folder that the user of bots gets to."""
    opened = Arena(tmp_path_factory.mktemp("control"), tmp_path_factory.mktemp("sandbox"))
    yield opened
    opened.close()


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_a_probe_bites_without_a_sandbox(bot: Misbehaviour, arena: Arena) -> None:
    reached, touched = run_unsandboxed(bot, arena, arena.canaries.folder / bot.name)
    if bot.control == "reaches":
        assert reached == set(bot.must_not)
    # What it says it has done to a canary, the canary says too, and nothing more.
    assert reached & OBSERVED == touched & set(bot.must_not)


def test_every_canary_is_touched_by_some_probe() -> None:
    certain = {name for bot in BOTS if bot.control == "reaches" for name in bot.must_not}
    assert certain >= OBSERVED
