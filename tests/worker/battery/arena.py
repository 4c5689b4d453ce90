"""Play misbehaving bots beside a live opponent, with canaries all around, and see that nothing comes of it."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import engines
from tests.worker.battery.canaries import NOTE, Canaries
from tests.worker.battery.folders import Misbehaviour
from tests.worker.sandbox.support import processes, settled
from worker.contract import Limits
from worker.referee.game import PlayedGame, play_game
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import Verdict
from worker.sandbox import Evidence, Sandbox, SeatLimits, languages, runtime

SEED = "00" * 16
# Who is expected to fail by the clock gets little time, so that the test is short; all others more than they can need.
PATIENT = {"move_ms": 100, "bank_ms": 8_000, "start_ms": 8_000, "memory_mb": 128, "stderr_kib": 64}
HASTY = {"move_ms": 20, "bank_ms": 60}
WITNESS = """
import json, time
from fairdeal_bot import Bot, random_action, run

with open("/bot/facts.json") as file:
    FACTS = json.load(file)
with open("/tmp/NOTE", "w") as file:
    file.write("".join(FACTS["secret_halves"]))

class Witness(Bot):
    def act(self, request):
        time.sleep(FACTS["sleeps_ms"] / 1000)
        return random_action(request.legal, self.rng)

run(Witness)
"""


class Watched(SeatPlayer):
    """A player whose evidence is kept, whatever became of it."""

    evidence: Evidence | None = None

    def close(self, *, grace: bool) -> Evidence | None:
        """Close it, and keep what was measured."""
        found = super().close(grace=grace)
        self.evidence = found or self.evidence
        return found


class Arena:
    """A sandbox, the canaries, and the state of this process that every game must leave as it was."""

    def __init__(self, work_dir: Path, sandbox_dir: Path) -> None:
        self._work_dir = work_dir
        self.sandbox = Sandbox.open_untested(sandbox_dir)
        tree = self.sandbox.python_tree
        self.python = [f"{tree}{runtime.PYTHON}", "-S", "-s", "-B"]
        self.environment = {
            "LD_LIBRARY_PATH": f"{tree}{languages.SHARED_LIBRARIES}",
            "PYTHONPATH": str(self.sandbox._trees.library.path / "packages"),
            "PATH": "/usr/bin:/bin",
        }
        self.canaries = Canaries(self.sandbox.user, self.python, self.environment)
        self._state = self._look()

    def close(self) -> None:
        """Take all of it away."""
        self.canaries.close()
        self.sandbox.close()

    def play(self, bot: Misbehaviour) -> None:
        """Play one bot; raise AssertionError unless it got its verdict and nothing else has changed."""
        bundle = bot.copy_to(self._work_dir / bot.name, self.canaries.facts())
        players = [self._witness(bot), self._seat(bundle, bot)]
        played = self._play(players)
        evidence = players[1].evidence
        assert evidence is not None
        assert played.verdicts == [Verdict.OK, Verdict(bot.verdict)], (played.faults, evidence)
        assert played.places == [1, 2] if bot.verdict != "ok" else 3 not in played.places
        assert engines.replay(played.record).is_over
        if bot.signal is not None:
            assert evidence.signal == signal.Signals[bot.signal]
        log = findings(evidence.stderr)
        assert log["BROKEN"] == log["REACHED"] == set(), evidence.stderr
        assert log["REFUSED"] == set(bot.must_not), evidence.stderr
        assert not any(ord(letter) < 32 and letter not in "\t\n" for letter in evidence.stderr)
        assert self.canaries.touched() == set()
        assert self._look() == self._state

    def _play(self, players: list[Watched]) -> PlayedGame:
        game = engines.make_game("thirty-one", len(players))
        return play_game(game, SEED, players, ["00" * 8] * len(players), memory_mb=PATIENT["memory_mb"])

    def _witness(self, bot: Misbehaviour) -> Watched:
        folder = self.canaries.folder / "witness"
        folder.mkdir(exist_ok=True)
        (folder / "main.py").write_text(WITNESS.replace("NOTE", NOTE), encoding="ascii")
        facts = {**self.canaries.facts(), "sleeps_ms": bot.opponent_sleeps_ms}
        (folder / "facts.json").write_text(json.dumps(facts), encoding="ascii")
        return Watched(
            lambda: self.sandbox.start_seat(folder, "main.py", "python", SeatLimits(memory_mb=128, stderr_kib=64)),
            Limits(**PATIENT),
        )

    def _seat(self, bundle: Path, bot: Misbehaviour) -> Watched:
        limits = Limits(**(PATIENT | (HASTY if bot.verdict == "time_limit" else {}) | bot.limits))
        of_seat = SeatLimits(memory_mb=limits.memory_mb, stderr_kib=limits.stderr_kib)
        return Watched(lambda: self.sandbox.start_seat(bundle, bot.entry, bot.language, of_seat), limits)

    def _look(self) -> tuple[Any, ...]:
        """Return what of this process, and of its zygote, must not change."""
        zygote = self.sandbox.zygote()

        def look() -> tuple[Any, ...]:
            mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8")
            inside = sorted(names_below(zygote.pid))
            return zygote.pid, len(os.listdir("/proc/self/fd")), mounts, inside, len(names_below(os.getpid()))

        return settled(self.sandbox, look)


def findings(log: str) -> dict[str, set[str]]:
    """Read what the probes of a bot found, by the word that begins the line."""
    found: dict[str, set[str]] = {"REACHED": set(), "REFUSED": set(), "BROKEN": set()}
    for line in log.splitlines():
        word, _, rest = line.partition(" ")
        if word in found:
            found[word].add(rest.partition(" ")[0])
    return found


def names_below(pid: int) -> list[str]:
    """Return the names of all processes that descend from one, those that have ended and wait for it included."""
    below: dict[int, list[tuple[int, str]]] = {}
    for child, (parent, name) in processes().items():
        below.setdefault(parent, []).append((child, name))
    found, left = [], [pid]
    while left:
        for child, name in below.get(left.pop(), []):
            found.append(name)
            left.append(child)
    return found
