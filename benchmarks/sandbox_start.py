"""Measure the start of a seat, from the call to the bot's first byte, beside the same interpreter without a sandbox.

python benchmarks/sandbox_start.py [--rounds 100]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from worker.sandbox import Sandbox, Seat, SeatLimits, languages, runtime
from worker.sandbox.kernel import process_clock

BOT: Final = "print('ready', flush=True)\nimport sys\nfor line in sys.stdin: print(line, end='', flush=True)\n"
BOT_WITH_IMPORTS: Final = "import json, random, collections, dataclasses, math, re\n" + BOT
PATIENCE_S: Final = 30.0


def main() -> None:
    """Measure in interleaved rounds, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        sandbox = Sandbox.open(Path(name) / "work")
        try:
            # As in a match: referee and bots on one core.
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            ways = _ways(sandbox, Path(name))
            times: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(rounds):
                for way, measure in ways.items():
                    times[way].append(measure())
            cpu_ms = _cpu_per_seat(sandbox, _bundle(Path(name) / "cpu", BOT), rounds)
        finally:
            sandbox.close()
    load = os.getloadavg()[0]
    print(f"{rounds} rounds, {os.cpu_count()} cores, load {load:.1f}")
    print(f"{'ms':<44}{'min':>8}{'median':>8}{'p99':>8}")
    for way, values in times.items():
        p99 = statistics.quantiles(values, n=100)[98]
        print(f"{way:<44}{min(values):>8.2f}{statistics.median(values):>8.2f}{p99:>8.2f}")
    print(f"CPU time a fresh seat, of worker, zygote and bot, refill and end included: {cpu_ms:.2f} ms")


def _ways(sandbox: Sandbox, folder: Path) -> dict[str, Callable[[], float]]:
    plain = _bundle(folder / "plain", BOT)
    imports = _bundle(folder / "imports", BOT_WITH_IMPORTS)
    return {
        "warm pool: call to first byte": lambda: _warm(sandbox, plain),
        "warm pool: the same, common imports": lambda: _warm(sandbox, imports),
        "empty pool: call to first byte": lambda: _cold(sandbox, plain),
        "one line there and back": lambda: _round_trip(sandbox, plain),
        "close": lambda: _close(sandbox, plain),
        "no sandbox: call to first byte": lambda: _bare(sandbox, plain),
        "no sandbox: the same, common imports": lambda: _bare(sandbox, imports),
    }


def _bundle(path: Path, source: str) -> Path:
    path.mkdir()
    (path / "main.py").write_text(source, encoding="ascii")
    return path


def _start(sandbox: Sandbox, bundle: Path) -> tuple[Seat, float]:
    begun = time.perf_counter()
    seat = sandbox.start_seat(bundle, "main.py", "python", SeatLimits())
    seat.read_line(time.monotonic() + PATIENCE_S)
    return seat, (time.perf_counter() - begun) * 1000


def _warm(sandbox: Sandbox, bundle: Path) -> float:
    sandbox.zygote().await_ready(1, time.monotonic() + PATIENCE_S)
    seat, taken = _start(sandbox, bundle)
    seat.close()
    return taken


def _cold(sandbox: Sandbox, bundle: Path) -> float:
    taken = []
    seats = []
    # Each start asks for one cell more, but only once the zygote has been left alone for a while.
    for _ in range(sandbox.zygote().ready()):
        seats.append(_start(sandbox, bundle)[0])
    if sandbox.zygote().ready() == 0:
        seat, ms = _start(sandbox, bundle)
        seats.append(seat)
        taken.append(ms)
    for seat in seats:
        seat.close()
    return taken[0] if taken else _cold(sandbox, bundle)


def _round_trip(sandbox: Sandbox, bundle: Path) -> float:
    seat, _ms = _start(sandbox, bundle)
    begun = time.perf_counter()
    for _ in range(20):
        seat.write(b'{"n":1,"action":"play TH"}\n', time.monotonic() + PATIENCE_S)
        seat.read_line(time.monotonic() + PATIENCE_S)
    taken = (time.perf_counter() - begun) / 20
    seat.close()
    return taken * 1000


def _close(sandbox: Sandbox, bundle: Path) -> float:
    seat, _ms = _start(sandbox, bundle)
    begun = time.perf_counter()
    seat.close()
    return (time.perf_counter() - begun) * 1000


def _cpu_per_seat(sandbox: Sandbox, bundle: Path, rounds: int) -> float:
    """Return the CPU time that a seat takes of everybody, in milliseconds."""
    zygote = process_clock(sandbox.zygote().pid)

    def spent() -> int:
        return time.process_time_ns() + time.clock_gettime_ns(zygote)

    before, bots_ms = spent(), 0.0
    for _ in range(rounds):
        seat, _ms = _start(sandbox, bundle)
        evidence = seat.close()
        bots_ms += evidence.cpu_ms + seat.setup_cpu_ms
    return ((spent() - before) / 1e6 + bots_ms) / rounds


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
