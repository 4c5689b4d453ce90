"""Measure the engines beside OpenSpiel's: decisions a second of random play, clones, observations, samples.

    python -m benchmarks.engines [--seconds 90] [--interpreted-only] [--game ID ...]

Every contestant plays in a process of its own through the same loop: its legal actions, one of them at random, apply.
The processes take turns, a short slice of CPU time each, so that a busy machine is busy for all; a ratio is that of one
round's slices, and the median over all rounds is printed. "With the deal" counts shuffling and dealing (in OpenSpiel
its chance moves, which are no decisions); "without" begins with the clone of a dealt state.
"""

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final

ROOT: Final = Path(__file__).resolve().parent.parent
OPENSPIEL: Final = ("euchre", "hearts", "spades", "bridge(use_double_dummy_result=false)")
GAMES: Final = (
    "smear-four-handed",
    "smear-six-handed",
    "smear-ten-point",
    "smear-wisconsin",
    "smear-wisconsin-jokers",
    "smear-fort-frances",
    "maverick",
    "maverick-bidding",
    "thirty-one",
    "speculation",
    "red-dog",
)
#: Measured for every contestant, and only for ours.
SHARED: Final = ("with the deal", "without", "clone")
OURS: Final = ("observation", "sample")
SLICE_SECONDS: Final = 0.03


class Contestant:
    """Drive one process that plays; it answers how many times a second it did what it was asked."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        command = [sys.executable, "-m", "benchmarks.engines_player", kind]
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, game: str, what: str) -> float:
        """Run one slice; return its rate a second."""
        asked, answers = self._pipes()
        asked.write(json.dumps([game, what, SLICE_SECONDS]) + "\n")
        asked.flush()
        line = answers.readline()
        if not line:
            raise SystemExit(f"the {self.kind} player has stopped")
        return float(line)

    def close(self) -> None:
        """Let the process end."""
        self._pipes()[0].close()
        self._process.wait(timeout=10)

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        if self._process.stdin is None or self._process.stdout is None:
            raise SystemExit("the player has no pipes")
        return self._process.stdin, self._process.stdout


def copy_of_engines(compiled: bool) -> Path:
    """Copy the engines to a folder of their own, with or without compiled modules."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-bench-"))
    hidden = ["__pycache__"] if compiled else ["__pycache__", "*.so"]
    for name in ("engines", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*hidden))
    return folder


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=90, help="how long to measure, in all")
    parser.add_argument("--interpreted-only", action="store_true", help="leave the compiled modules out")
    parser.add_argument("--game", action="append", choices=GAMES, help="only these; may be repeated")
    given = parser.parse_args()
    games = tuple(given.game or GAMES)
    if not given.interpreted_only and not list((ROOT / "engines").rglob("*.so")):
        print("The engines are not compiled: run `make compile` first, or ask for --interpreted-only.", file=sys.stderr)
        return 2
    kinds = ["interpreted"] if given.interpreted_only else ["interpreted", "compiled"]
    folders = {kind: copy_of_engines(kind == "compiled") for kind in kinds}
    players = [Contestant(kind, folders[kind]) for kind in kinds]
    peer = Contestant("openspiel", ROOT)
    try:
        rates = _rounds(players, peer, games, given.seconds)
    finally:
        for player in [*players, peer]:
            player.close()
        for folder in folders.values():
            shutil.rmtree(folder, ignore_errors=True)
    _print(rates, kinds, games)
    return 0


Rates = dict[tuple[str, str, str], list[float]]


def _rounds(players: list[Contestant], peer: Contestant, games: tuple[str, ...], seconds: float) -> Rates:
    """Let all play in turns until the time is up; return the rates by (kind, game, what), one a round."""
    rates: Rates = {}
    end = time.monotonic() + seconds
    while time.monotonic() < end or not rates:
        for what in SHARED:
            for game in OPENSPIEL:
                rates.setdefault(("openspiel", game, what), []).append(peer.measure(game, what))
            for player in players:
                for game in games:
                    rates.setdefault((player.kind, game, what), []).append(player.measure(game, what))
        for what in OURS:
            for player in players:
                for game in games:
                    rates.setdefault((player.kind, game, what), []).append(player.measure(game, what))
    return rates


def _print(rates: Rates, kinds: list[str], games: tuple[str, ...]) -> None:
    middle: dict[str, list[float]] = {}
    for what in SHARED:
        by_round = zip(*(rates["openspiel", game, what] for game in OPENSPIEL), strict=True)
        middle[what] = [statistics.median(row) for row in by_round]
    print(f"{platform.machine()}, CPython {platform.python_version()}, {time.strftime('%Y-%m-%d')}")
    print(f"Medians of {len(middle['clone'])} rounds; x: times OpenSpiel's median of the four in the same round.\n")
    print(f"{'':<36}{'with the deal':>20}{'without':>20}{'clone':>20}{'observation':>14}{'sample':>12}")
    print(f"{'':<36}{'k decisions/s':>20}{'k decisions/s':>20}{'k/s':>20}{'us':>14}{'/s':>12}")
    for game in OPENSPIEL:
        cells = [f"{statistics.median(rates['openspiel', game, what]) / 1000:.0f}" for what in SHARED]
        print(f"{'OpenSpiel ' + game.partition('(')[0]:<36}" + "".join(f"{cell:>20}" for cell in cells))
    print(
        f"{'OpenSpiel, median of the four':<36}"
        + "".join(f"{statistics.median(middle[w]) / 1000:>20.0f}" for w in SHARED)
    )
    for kind in kinds:
        for game in games:
            cells = []
            for what in SHARED:
                mine = rates[kind, game, what]
                times = statistics.median(rate / theirs for rate, theirs in zip(mine, middle[what], strict=True))
                cells.append(f"{statistics.median(mine) / 1000:.0f} ({times:.2f}x)")
            looks = 1_000_000 / statistics.median(rates[kind, game, "observation"])
            samples = statistics.median(rates[kind, game, "sample"])
            row = "".join(f"{cell:>20}" for cell in cells)
            print(f"{kind + ' ' + game:<36}{row}{looks:>14.1f}{samples:>12.0f}")


if __name__ == "__main__":
    sys.exit(main())
