"""Run the battery, and its control, as the user who runs this program; print what went wrong, a line each."""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.worker.battery.arena import Arena
from tests.worker.battery.control import OBSERVED, run_unsandboxed
from tests.worker.battery.folders import Misbehaviour, misbehaviours

# Sooner than whoever waits for this gives up: it says then where it hangs.
HANGS_S = 240


def main(sandbox_dir: Path) -> int:
    """Return the number of bots that were not as they must be."""
    faulthandler.dump_traceback_later(HANGS_S, exit=True)
    bots = misbehaviours()
    with tempfile.TemporaryDirectory() as name:
        arena = Arena(Path(name), sandbox_dir)

        def bite(bot: Misbehaviour) -> None:
            reached, touched = run_unsandboxed(bot, arena, arena.canaries.folder / bot.name)
            assert bot.control == "host" or reached == set(bot.must_not), f"not reached: {set(bot.must_not) - reached}"
            assert reached & OBSERVED == touched & set(bot.must_not), touched

        wrong = _failures("in a sandbox", arena.play, bots)
        wrong += _failures("without", bite, [bot for bot in bots if bot.control in ("reaches", "host")])
        arena.close()
    print(f"user {os.getuid()}: {len(bots)} bots, {wrong} went wrong")
    return wrong


def _failures(where: str, try_out: Callable[[Misbehaviour], None], bots: list[Misbehaviour]) -> int:
    wrong = 0
    for bot in bots:
        try:
            try_out(bot)
        except Exception as error:  # noqa: BLE001 - reported, and counted
            wrong += 1
            print(f"{bot.name}, {where}: {type(error).__name__}: {error}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
