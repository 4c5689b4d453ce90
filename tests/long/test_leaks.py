"""Ten thousand games in a row leave the worker as they found it: processes, descriptors, mounts, memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

import engines
from tests.worker.sandbox.support import make_bundle, settled
from worker.contract import Limits
from worker.referee.game import play_game
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox
from worker.seating import seat_limits

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

GAMES, WARM_UP = 10_000, 500
BOT = """
from fairdeal_bot import Bot, run

class Last(Bot):
    def act(self, request):
        return " ".join([word.partition("..")[0] for word in request.legal[-1].split(" ")])

run(Last)
"""


class Held(NamedTuple):
    """What the worker and its zygote hold."""

    descriptors: int
    zygote_descriptors: int
    mounts: int
    zygote_mounts: int
    processes: int
    resident_kib: int
    zygote_resident_kib: int


def held(zygote: int) -> Held:
    """Look at both processes, and at all that come from this one."""
    own = os.getpid()
    return Held(
        descriptors=len(os.listdir(f"/proc/{own}/fd")),
        zygote_descriptors=len(os.listdir(f"/proc/{zygote}/fd")),
        mounts=len(Path(f"/proc/{own}/mountinfo").read_text().splitlines()),
        zygote_mounts=len(Path(f"/proc/{zygote}/mountinfo").read_text().splitlines()),
        processes=len(descendants(own)),
        resident_kib=resident_kib(own),
        zygote_resident_kib=resident_kib(zygote),
    )


def descendants(root: int) -> set[int]:
    """List the processes below one, however deep."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(") ")[2].split()[1])
            except OSError:
                continue
    found, more = set(), {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in more} - found
        found |= more
    return found


def resident_kib(pid: int) -> int:
    """Return how much memory of a process is in RAM."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def test_ten_thousand_games_leave_nothing_behind(sandbox: Sandbox, tmp_path: Path) -> None:
    bundle, limits = make_bundle(tmp_path / "bot", BOT), Limits()
    game = engines.make_game("red-dog", 2, {"deals": 1})

    def play() -> None:
        players = [
            SeatPlayer(lambda: sandbox.start_seat(bundle, "main.py", "python", seat_limits(limits)), limits)
            for _ in range(2)
        ]
        played = play_game(game, os.urandom(16).hex(), players, ["00" * 8] * 2, memory_mb=limits.memory_mb)
        assert [str(verdict) for verdict in played.verdicts] == ["ok", "ok"]

    for _ in range(WARM_UP):
        play()
    zygote = sandbox.zygote().pid
    before = settled(sandbox, lambda: held(zygote))
    for _ in range(GAMES):
        play()
    after = settled(sandbox, lambda: held(zygote))
    print(before, after, sep="\n")
    assert sandbox.zygote().pid == zygote, "the zygote was started anew"
    assert after[:5] == before[:5]
    assert after.resident_kib < before.resident_kib * 1.05
    assert after.zygote_resident_kib < before.zygote_resident_kib * 1.05
