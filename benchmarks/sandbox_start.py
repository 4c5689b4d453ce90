"""Measure the start of a seat, from the call to the bot's first byte, beside the same interpreter without a sandbox.

python benchmarks/sandbox_start.py [--rounds 100]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from worker.sandbox import Sandbox, SeatLimits, languages, runtime

BOT = "print('ready', flush=True)\nimport sys\nfor line in sys.stdin: print(line, end='', flush=True)\n"
BOT_WITH_IMPORTS = "import json, random, collections, dataclasses, math, re\n" + BOT


def main() -> None:
    """Measure in interleaved rounds, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        sandbox = Sandbox.open(Path(name) / "work")
        try:
            ways = _ways(sandbox, Path(name))
            times: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(rounds):
                for way, measure in ways.items():
                    times[way].append(measure())
        finally:
            sandbox.close()
    print(f"{'ms':<44}{'min':>8}{'median':>8}{'p99':>8}")
    for way, values in times.items():
        p99 = statistics.quantiles(values, n=100)[98]
        print(f"{way:<44}{min(values):>8.2f}{statistics.median(values):>8.2f}{p99:>8.2f}")


def _ways(sandbox: Sandbox, folder: Path) -> dict[str, Callable[[], float]]:
    plain = _bundle(folder / "plain", BOT)
    imports = _bundle(folder / "imports", BOT_WITH_IMPORTS)
    return {
        "seat: call to first byte": lambda: _seat(sandbox, plain),
        "seat: call to first byte, common imports": lambda: _seat(sandbox, imports),
        "seat: one line there and back": lambda: _round_trip(sandbox, plain),
        "seat: close": lambda: _close(sandbox, plain),
        "no sandbox: call to first byte": lambda: _bare(sandbox, plain),
        "no sandbox: the same, common imports": lambda: _bare(sandbox, imports),
    }


def _bundle(path: Path, source: str) -> Path:
    path.mkdir()
    (path / "main.py").write_text(source, encoding="ascii")
    return path


def _seat(sandbox: Sandbox, bundle: Path) -> float:
    begun = time.perf_counter()
    seat = sandbox.start_seat(bundle, "main.py", "python", SeatLimits())
    seat.read_line(time.monotonic() + 30)
    taken = time.perf_counter() - begun
    seat.close()
    return taken * 1000


def _round_trip(sandbox: Sandbox, bundle: Path) -> float:
    seat = sandbox.start_seat(bundle, "main.py", "python", SeatLimits())
    seat.read_line(time.monotonic() + 30)
    begun = time.perf_counter()
    for _ in range(20):
        seat.write(b'{"n":1,"action":"play TH"}\n', time.monotonic() + 30)
        seat.read_line(time.monotonic() + 30)
    taken = (time.perf_counter() - begun) / 20
    seat.close()
    return taken * 1000


def _close(sandbox: Sandbox, bundle: Path) -> float:
    seat = sandbox.start_seat(bundle, "main.py", "python", SeatLimits())
    seat.read_line(time.monotonic() + 30)
    begun = time.perf_counter()
    seat.close()
    return (time.perf_counter() - begun) * 1000


def _bare(sandbox: Sandbox, bundle: Path) -> float:
    tree = sandbox.python_tree
    begun = time.perf_counter()
    with subprocess.Popen(
        [f"{tree}{runtime.PYTHON}", "-S", "-s", "-P", "-B", str(bundle / "main.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"LD_LIBRARY_PATH": f"{tree}{languages.SHARED_LIBRARIES}"},
    ) as process:
        if process.stdout is None or process.stdin is None:
            raise RuntimeError("a process without the pipes it was given")
        process.stdout.readline()
        taken = time.perf_counter() - begun
        process.stdin.close()
    return taken * 1000


if __name__ == "__main__":
    main()
