"""Load on the host loses nobody a game: more matches than cores, under the default limits, and no time-outs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MATCH = """
import json, sys
from pathlib import Path
import engines
from worker.contract import Limits
from worker.seating import seat_limits
from worker.referee.game import play_game
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox

sandbox, limits, bot = Sandbox.open_untested(Path(sys.argv[1])), Limits(), Path("bots/reference/random").absolute()
game = engines.make_game("thirty-one", 4)
verdicts = []
for seed in ("00" * 16, "11" * 16):
    launch = lambda: sandbox.start_seat(bot, "main.py", "python", seat_limits(limits))
    players = [SeatPlayer(launch, limits) for _ in range(4)]
    verdicts += play_game(game, seed, players, ["00" * 8] * 4, memory_mb=limits.memory_mb).verdicts
sandbox.close()
print(json.dumps(verdicts))
"""


def test_twice_as_many_matches_as_cores_see_no_time_out(tmp_path: Path) -> None:
    matches = [
        subprocess.Popen([sys.executable, "-c", MATCH, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE)
        for _ in range(2 * (os.cpu_count() or 1))
    ]
    for match in matches:
        output, _ = match.communicate(timeout=240)
        assert json.loads(output) == ["ok"] * 8
