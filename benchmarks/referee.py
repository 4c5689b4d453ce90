"""Measure the referee: decisions a second with sandboxed bots, beside plain pipes, the engine alone and a peer.

    python -m benchmarks.referee [--game smear-four-handed] [--rounds 5] [--seconds 2]

Every contestant plays in a process of its own, pinned to a core with its bots; they take turns, a slice a round, so
that a busy machine is busy for all, and medians over the rounds are printed. *Steady* counts from the first request of
a game to its last answer, *over all* with starts, ends and refills. "Plain pipes" is the same referee with the same
bots as ordinary processes, not walled off, not stopped between their moves and not measured. Bots are the kit's, with
full observations. The peer is kaggle-environments' Connect X with its in-process random agents, where KAGGLE_PYTHON
names an interpreter that has it.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
KAGGLE: Final = """
import json, sys, time, logging
logging.disable()
from kaggle_environments import make
env = make("connectx")
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < json.loads(line)[0]:
        env.reset()
        count += len(env.run(["random", "random"])) - 1
    seconds = time.perf_counter() - begun
    print(json.dumps({"decisions": count, "games": 1, "seconds": seconds, "steady": seconds}), flush=True)
"""


class Contestant:
    """One process that plays slices when asked."""

    def __init__(self, command: list[str], hello: list[Any]) -> None:
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        if hello:
            self._say(hello)
        if self.answer() != "ready":
            raise SystemExit(f"no contestant: {' '.join(command[:3])}")

    def ask(self, seconds: float, what: str = "") -> None:
        """Begin a slice."""
        self._say([seconds, what] if what else [seconds])

    def answer(self) -> Any:
        """Wait for the end of the slice."""
        if self._process.stdout is None:
            raise RuntimeError("a process without the pipe it was given")
        line = self._process.stdout.readline()
        while line and not line.startswith(("{", '"')):
            line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a contestant has stopped")
        return json.loads(line)

    def close(self) -> None:
        """Let it end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=30)

    def _say(self, message: list[Any]) -> None:
        if self._process.stdin is None:
            raise RuntimeError("a process without the pipe it was given")
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.referee", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--game", default="smear-four-handed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a slice")
    given = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    compiled = bool(list((ROOT / "engines").rglob("*.so")))
    player = [sys.executable, "-m", "benchmarks.referee_player"]
    alone = {kind: [Contestant(player, [kind, cores[-1], given.game])] for kind in ("engine", "pipes", "sandbox")}
    pairs = alone | {
        "sandbox, two at a time": alone["sandbox"] + [Contestant(player, ["sandbox", cores[0], given.game])]
    }
    if os.environ.get("KAGGLE_PYTHON"):
        pairs["kaggle-environments"] = [Contestant([os.environ["KAGGLE_PYTHON"], "-c", KAGGLE], [])]
    try:
        rates, shares = _measure(pairs, given.rounds, given.seconds)
    finally:
        for contestant in {id(one): one for group in pairs.values() for one in group}.values():
            contestant.close()
    state = "compiled" if compiled else "not compiled"
    print(f"{given.game}, engines {state}; {platform.machine()}, {len(cores)} cores,", end=" ")
    print(f"CPython {platform.python_version()}, {time.strftime('%Y-%m-%d')}, load {os.getloadavg()[0]:.1f}")
    _print(rates, shares)
    return 0


Rates = dict[str, list[tuple[float, float, float]]]


def _measure(groups: dict[str, list[Contestant]], rounds: int, seconds: float) -> tuple[Rates, dict[str, float]]:
    """Return decisions a second steady and over all, and games a second, summed over those that play at a time."""
    rates: Rates = {name: [] for name in groups}
    for _ in range(rounds):
        for name, group in groups.items():
            for one in group:
                one.ask(seconds)
            found = [one.answer() for one in group]
            rates[name].append(
                (
                    sum(slice_["decisions"] / slice_["steady"] for slice_ in found),
                    sum(slice_["decisions"] / slice_["seconds"] for slice_ in found),
                    sum(slice_["games"] / slice_["seconds"] for slice_ in found),
                )
            )
    sandbox = groups["sandbox"][0]
    sandbox.ask(2 * seconds, "shares")
    return rates, sandbox.answer()


def _print(rates: Rates, shares: dict[str, float]) -> None:
    steady_pipes = [steady for steady, _, _ in rates["pipes"]]
    print(f"\n{'decisions a second':<28}{'steady':>12}{'of pipes':>10}{'over all':>12}{'games/s':>10}")
    for name, found in rates.items():
        steady, over_all, games = (statistics.median(column) for column in zip(*found, strict=True))
        ratio = statistics.median(row[0] / pipes for row, pipes in zip(found, steady_pipes, strict=True))
        print(f"{name:<28}{steady:>12,.0f}{ratio:>9.2f}x{over_all:>12,.0f}{games:>10.2f}")
    print("\nThe referee's time with sandboxed bots, the waiting being what bots and kernel need:")
    for part, share in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"  {part:<24}{share:>7.1%}")


if __name__ == "__main__":
    sys.exit(main())
