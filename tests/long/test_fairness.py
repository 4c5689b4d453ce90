"""Two minutes of bots that think hard, more matches than cores, with and without somebody else on the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120
#: Of its allowance a move, so much CPU time a bot spends.
SHARE = 0.6
BOT = """
import time
from fairdeal_bot import Bot, run

class Thinker(Bot):
    def act(self, request):
        end = time.process_time() + {cpu_s}
        while time.process_time() < end:
            pass
        return " ".join([word.partition("..")[0] for word in request.legal[-1].split(" ")])

run(Thinker)
"""
MATCH = """
import json, os, sys, time
from collections import Counter
from pathlib import Path
import engines
from worker.contract import Limits
from worker.seating import seat_limits
from worker.referee.game import play_game
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox

work, bundle, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
sandbox, limits = Sandbox.open_untested(work), Limits()
launch = lambda: sandbox.start_seat(bundle, "main.py", "python", seat_limits(limits))
game = engines.make_game("thirty-one", 2)
verdicts, moves, banks, end = Counter(), 0, [], time.monotonic() + seconds
while time.monotonic() < end:
    players = [SeatPlayer(launch, limits) for _ in range(2)]
    played = play_game(game, os.urandom(16).hex(), players, ["00" * 8] * 2, memory_mb=limits.memory_mb)
    verdicts.update(str(verdict) for verdict in played.verdicts)
    moves += sum(seat.moves for seat in played.time)
    banks += [player.clock.bank_ms for player in players]
sandbox.close()
print(json.dumps({"verdicts": verdicts, "moves": moves, "least_bank_ms": min(banks)}))
"""
HOG = "import os\nwhile os.getppid() == {parent}: sum(range(100_000))"


@pytest.mark.parametrize("hogs", [0, 1])
def test_nobody_runs_out_of_time(tmp_path: Path, hogs: int) -> None:
    bundle = tmp_path / "bot"
    bundle.mkdir(mode=0o755)
    (bundle / "main.py").write_text(BOT.format(cpu_s=SHARE * 0.1), encoding="ascii")
    others = [subprocess.Popen([sys.executable, "-c", HOG.format(parent=os.getpid())]) for _ in range(hogs)]
    matches = [
        subprocess.Popen(
            [sys.executable, "-c", MATCH, str(tmp_path / "work"), str(bundle), str(SECONDS)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        for _ in range(2 * (os.cpu_count() or 1))
    ]
    try:
        found = [json.loads(match.communicate(timeout=SECONDS + 240)[0]) for match in matches]
    finally:
        for process in [*others, *matches]:
            process.kill()
            process.wait()
    print(f"{hogs} hogs beside {len(matches)} matches: {found}")
    assert all(set(match["verdicts"]) == {"ok"} for match in found)
    assert sum(match["moves"] for match in found) * SHARE * 0.1 > SECONDS / 2, "the machine was hardly used"
