"""What the platform does for a match, measured on PostgreSQL: handing out from a long queue, and taking results in.

Matches of two, ten blocks each, wait in lanes; they are handed out and answered one window after the other, first with
a short queue and then with a long one, in one run. The broker keeps its messages in memory: what is timed is the
database's work and ours, with every commit on the disk.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

from ops.services import postgres_server

BLOCKS = 10
LANES = 20


def percentile(times: list[float], share: float) -> float:
    """Return the time, in milliseconds, that a share of all keeps within."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1e3


@contextlib.contextmanager
def no_capture(execute: bool) -> Iterator[None]:
    """Transactions are committed here, and what follows them follows."""
    yield


def fill(matches: int) -> None:
    """Put matches into lanes, as tournaments do."""
    from fairdeal.matches.models import Lane
    from fairdeal.matches.services import Lineup, matches_create
    from fairdeal.submissions.models import BotVersion

    from tests.fairdeal.playing import seeds

    pair = list(BotVersion.objects.all()[:2])
    for lane in range(LANES):
        rows = [
            Lineup(versions=pair, seeds=seeds(BLOCKS, f"{lane} {n}"), rng_seed="00" * 16)
            for n in range(matches // LANES)
        ]
        matches_create(
            game="thirty-one", players=2, options={}, entry_kind="seat", lineups=rows, lane=Lane.objects.create()
        )


def play(sent: list[dict[str, Any]], results: int) -> tuple[list[float], list[float]]:
    """Hand out and answer until so many results are in; returns the seconds of each hand-out and of each result."""
    from fairdeal.matches.services import attempt_result, matches_hand_out

    from tests.fairdeal.playing import FakeWorker

    worker = FakeWorker(sent, no_capture)
    handing: list[float] = []
    taking: list[float] = []
    while len(taking) < results:
        sent.clear()
        began = time.perf_counter()
        matches_hand_out()
        handing.append(time.perf_counter() - began)
        for job in worker.jobs:
            worker.progress(job)
            for block in range(BLOCKS):
                worker.store(job, block)
            message = worker.result(job)
            began = time.perf_counter()
            attempt_result(message=message)
            taking.append(time.perf_counter() - began)
    return handing, taking


def measure(short: int, long: int, results: int) -> None:
    """Fill, play and print."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "fairdeal.settings.test"
    import django

    django.setup()
    from django.core.management import call_command
    from fairdeal.common import broker
    from fairdeal.matches.services import matches as services

    from tests.fairdeal.playing import make_versions

    call_command("migrate", verbosity=0)
    sent: list[dict[str, Any]] = []
    broker.send = lambda **words: sent.append(words)
    services.announce = lambda match_id: None  # what follows a result is done in batches, elsewhere
    make_versions(2)
    medians = []
    for waiting in (short, long):
        fill(waiting)
        handing, taking = play(sent, results)
        medians.append(statistics.median(handing))
        print(f"{waiting:>7,} matches wait: a hand-out {statistics.median(handing) * 1e3:6.1f} ms (median);", end=" ")
        print(f"a result of {BLOCKS} blocks {statistics.median(taking) * 1e3:5.1f} ms (median),", end=" ")
        print(f"{percentile(taking, 0.95):5.1f} ms (95 %), {len(taking) / sum(taking):5.0f} results/s in one process")
    print(f"hand-out from the long queue over that from the short one: {medians[1] / medians[0]:.2f}")


def main() -> int:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.dispatch", description=__doc__)
    parser.add_argument("--short", type=int, default=4_000)
    parser.add_argument("--long", type=int, default=100_000)
    parser.add_argument("--results", type=int, default=2_000, help="how many are timed, for either queue")
    given = parser.parse_args()
    with postgres_server(durable=True) as url:
        os.environ["DATABASE_URL"] = url
        measure(given.short, given.long, given.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
