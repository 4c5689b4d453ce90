"""Measure the CPU time of a round of a Swiss: our own matching, beside caissify-pairings' Dutch system in the same run.

python -m benchmarks.pairing [--rounds 11]
"""

import argparse
import random
import statistics
import time
from typing import Final

from fairdeal.tournaments.formats.base import Entrant, Event, Place, Result, Table
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.formats.swiss import Swiss, System

OURS: Final = (50, 100, 200, 400)
DUTCH: Final = (20, 50, 100)
#: The peer takes seconds a round: fewer of them tell enough.
DUTCH_ROUNDS: Final = 3


def main() -> None:
    """Pair whole events with random results, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    rounds = parser.parse_args().rounds
    print("| pairing | entrants | rounds | CPU seconds a round, median | most |\n| --- | --- | --- | --- | --- |")
    for entrants in OURS:
        show("matching", entrants, seconds_a_round(Swiss(rounds=rounds), entrants, rounds))
    for entrants in DUTCH:
        form = Swiss(rounds=rounds, system=System.DUTCH)
        show("Dutch system", entrants, seconds_a_round(form, entrants, DUTCH_ROUNDS))
    began = time.process_time()
    report = RoundRobin(5).schedule(23).report
    print(f"\n23 entrants at tables of 5, found in {time.process_time() - began:.2f} s of CPU time:\n")
    print("| counted | least | most |\n| --- | --- | --- |")
    for name, least, most in report.rows():
        print(f"| {name} | {least} | {most} |")


def show(name: str, entrants: int, seconds: list[float]) -> None:
    """Print a row."""
    print(f"| {name} | {entrants} | {len(seconds)} | {statistics.median(seconds):.3f} | {max(seconds):.3f} |")


def seconds_a_round(form: Swiss, entrants: int, rounds: int) -> list[float]:
    """Return the CPU time of drawing each of the first rounds of an event whose better ranked win two of three."""
    rng = random.Random(entrants)
    field = tuple(Entrant(number, 3000.0 - number) for number in range(1, entrants + 1))
    tables: list[Table] = []
    results: dict[Place, Result] = {}
    seconds = []
    for _ in range(rounds):
        event = Event(field, tuple(tables), results)
        began = time.process_time()
        drawn = form.next_tables(event)
        seconds.append(time.process_time() - began)
        tables += drawn
        for table in drawn:
            if not table.is_bye:
                is_expected = rng.random() < 2 / 3
                results[table.place] = Result.duel(is_expected == (table.entrants[0] < table.entrants[1]))
    return seconds


if __name__ == "__main__":
    main()
