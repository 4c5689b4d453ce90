"""Schedules: the Berger tables, and the balance of everything else."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from fairdeal.tournaments.formats.designs.tables import balanced_tables, reseat
from fairdeal.tournaments.formats.round_robin import RoundRobin, berger, in_rounds

BERGER: dict[str, list[list[list[int]]]] = json.loads(
    (Path(__file__).resolve().parents[2] / "golden" / "berger.json").read_text()
)


@pytest.mark.parametrize("entrants", [int(n) for n in BERGER])
def test_the_published_tables_order_and_colours(entrants: int) -> None:
    assert [[list(pair) for pair in pairings] for pairings in berger(entrants)] == BERGER[str(entrants)]


@pytest.mark.parametrize("entrants", range(2, 17))
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_every_pair_meets_once_a_cycle_and_nobody_plays_twice_a_round(entrants: int, cycles: int) -> None:
    schedule = RoundRobin(2, cycles).schedule(entrants)
    for cycle in range(1, cycles + 1):
        tables = [table for table in schedule.tables if table.cycle == cycle]
        assert Counter(tuple(sorted(table.entrants)) for table in tables) == Counter(
            combinations(range(1, entrants + 1), 2)
        )
        for number in {table.round for table in tables}:
            seated = [e for table in tables if table.round == number for e in table.entrants]
            assert len(seated) == len(set(seated)) == entrants - entrants % 2
    report = schedule.report
    assert report.meets == (cycles, cycles)
    assert report.byes == (cycles * (entrants % 2),) * 2
    assert report.is_balanced


@pytest.mark.parametrize("entrants", range(3, 17))
def test_colours_even_out_in_a_double_round_robin(entrants: int) -> None:
    tables = RoundRobin(2, 2).schedule(entrants).tables
    firsts = Counter(table.entrants for table in tables)
    assert all(firsts[a, b] == firsts[b, a] == 1 for a, b in combinations(range(1, entrants + 1), 2))
    for entrant in range(1, entrants + 1):
        colours = [table.entrants.index(entrant) for table in tables if entrant in table.entrants]
        assert all(len({a, b, c}) > 1 for (a, b), (_, c) in pairwise(pairwise(colours)))


@pytest.mark.parametrize("size", range(2, 8))
def test_all_at_one_table(size: int) -> None:
    schedule = RoundRobin(size, 1).schedule(size)
    assert [sorted(table.entrants) for table in schedule.tables] == [list(range(1, size + 1))]


@pytest.mark.parametrize(
    ("size", "entrants", "tables"), [(3, 7, 7), (3, 6, 20), (4, 13, 13), (3, 9, 36), (5, 11, 11), (4, 5, 5), (3, 4, 4)]
)
def test_exact_designs_are_found(size: int, entrants: int, tables: int) -> None:
    report = RoundRobin(size).schedule(entrants).report
    assert report.is_balanced
    assert report.tables <= tables


def test_a_schedule_is_the_same_every_time() -> None:
    first = balanced_tables(12, 5)
    balanced_tables.cache_clear()
    assert balanced_tables(12, 5) == first


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_reseating_keeps_who_sits_there_and_changes_the_neighbours(size: int) -> None:
    table = tuple(range(1, size + 1))
    assert reseat(table, 1) == table
    assert all(sorted(reseat(table, cycle)) == list(table) for cycle in range(1, 20))


@pytest.mark.parametrize("size", [4, 6])
def test_every_ordered_pair_of_neighbours_comes_once_where_theory_gives_it(size: int) -> None:
    table = tuple(range(size))
    pairs = Counter(pair for cycle in range(1, size + 1) for pair in pairwise(reseat(table, cycle)))
    assert pairs == Counter((a, b) for a in table for b in table if a != b)


def test_rounds_seat_nobody_twice() -> None:
    rounds = in_rounds(balanced_tables(13, 4))
    assert all(len({e for table in tables for e in table}) == 4 * len(tables) for tables in rounds)


@pytest.mark.parametrize(("size", "cycles", "entrants"), [(1, 1, 4), (2, 0, 4), (2, 1, 1), (4, 1, 3)])
def test_what_cannot_be_scheduled_is_refused(size: int, cycles: int, entrants: int) -> None:
    with pytest.raises(ValueError, match=r"entrants|cycle|table_size"):
        RoundRobin(size, cycles).schedule(entrants)
