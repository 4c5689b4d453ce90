"""Measure the ratings beside openskill and trueskill: blocks a second in turns, then a million blocks at once.

    python -m benchmarks.ratings [--rounds 8] [--blocks 1000000]

Every contestant is a process of its own; they take turns, so that a busy machine is busy for all. Times are CPU times
over blocks that are in memory already; a ratio is that of one round, and the median over the rounds is printed.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final

import numpy as np
from fairdeal.ratings.fit import fit, in_pieces, pairs, table_shape

from ops.compile_ratings import PLATFORM, ROOT, scratch
from ops.services import postgres_server

BOTS: Final = 200
#: Blocks a turn by contestant, for duels and for tables of six: about as much time for each.
TURNS: Final = {
    "ours, plain": (40_000, 8_000),
    "ours, compiled": (120_000, 40_000),
    "openskill, Plackett-Luce": (4_000, 1_500),
    "trueskill": (600, 100),
}
#: Published elsewhere, on another machine: not measured here.
QUOTED: Final = "Ordo (quoted, one core): a million duels of 50 bots in 1.2 s, with errors from 100 simulations 22 s."


class Contestant:
    """Drive one process that rates."""

    def __init__(self, name: str, compiled: Path) -> None:
        paths = [str(compiled)] if name == "ours, compiled" else [str(PLATFORM)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(ROOT)])}
        command = [sys.executable, "-P", "-m", "benchmarks.ratings_player", name.split(",")[0]]
        self.name = name
        self._process = subprocess.Popen(
            command, env=environment, cwd=compiled, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self, seats: int, blocks: int, seed: int) -> tuple[float, str]:
        """Rate so many blocks; return the CPU seconds and a digest of the ratings."""
        asked, answers = self._pipes()
        asked.write(json.dumps([seats, blocks, seed]) + "\n")
        asked.flush()
        line = answers.readline()
        if not line:
            raise SystemExit(f"{self.name} has stopped")
        cost, digest = json.loads(line)
        return cost, digest

    def end(self) -> None:
        """Let the process end."""
        self._pipes()[0].close()
        self._process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("the process was started with pipes")
        return self._process.stdin, self._process.stdout


def in_turns(contestants: list[Contestant], rounds: int) -> None:
    """Print blocks a second of all, and how many times as many as openskill."""
    print(f"{'blocks a second':28}{'duels':>12}{'':10}{'tables of six':>14}")
    rates: dict[tuple[str, int], list[float]] = {}
    for turn in range(rounds):
        for contestant in contestants:
            for seats, blocks in zip((2, 6), TURNS[contestant.name], strict=True):
                cost, _digest = contestant.rate(seats, blocks, turn)
                rates.setdefault((contestant.name, seats), []).append(blocks / cost)
    for contestant in contestants:
        cells = []
        for seats in (2, 6):
            own, peer = rates[contestant.name, seats], rates["openskill, Plackett-Luce", seats]
            ratio = statistics.median(a / b for a, b in zip(own, peer, strict=True))
            cells.append(f"{statistics.median(own):>12,.0f} (×{ratio:.2f})".ljust(24))
        print(f"{contestant.name:28}{''.join(cells)}")


def at_once(contestants: list[Contestant], blocks: int) -> None:
    """Print what a million blocks take, replayed by live Elo and fitted; check that compiling changes no byte."""
    print(f"\n{blocks:,} blocks of {BOTS} bots, CPU seconds")
    digests: dict[int, set[str]] = {2: set(), 6: set()}
    for contestant in contestants[:2]:
        for seats in (2, 6):
            cost, digest = contestant.rate(seats, blocks, 1)
            digests[seats].add(digest)
            print(f"  live Elo, {contestant.name.split(', ')[1]:10}{seats} seats {cost:8.2f}")
    same = all(len(found) == 1 for found in digests.values())
    print(f"  plain and compiled give {'the same bytes' if same else 'DIFFERENT BYTES'}")
    for seats in (2, 6):
        print(f"  fit with errors and ranks {seats} seats {fitted(seats, blocks):8.2f}")


def fitted(seats: int, blocks: int) -> float:
    """Return the CPU seconds of a fit of random blocks, with intervals and rank ranges."""
    rng = np.random.default_rng(1)
    steps = np.cumsum(rng.integers(1, BOTS // seats, (blocks, seats)), axis=1)
    lineup = (rng.integers(0, BOTS, blocks)[:, np.newaxis] + steps) % BOTS
    points = rng.integers(0, 2 * seats + 1, (blocks, len(pairs(seats))))
    source = in_pieces(lineup, points, np.arange(blocks))
    began = time.process_time()
    found = fit(BOTS, table_shape(seats, seats), source, anchor=0)
    _ = found.factors, found.comparison.rank_ranges()
    return time.process_time() - began


def main() -> int:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ratings", description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--blocks", type=int, default=1_000_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fairdeal-bench-") as folder:
        compiled = Path(folder)
        scratch(compiled)
        contestants = [Contestant(name, compiled) for name in TURNS]
        in_turns(contestants, given.rounds)
        at_once(contestants, given.blocks)
        for contestant in contestants:
            contestant.end()
    print(f"  {QUOTED}")
    with postgres_server() as url:
        environment = {**os.environ, "DATABASE_URL": url}
        command = [sys.executable, "-m", "benchmarks.ratings_ledger", str(given.blocks)]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
