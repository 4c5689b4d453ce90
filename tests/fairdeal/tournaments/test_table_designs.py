"""Designs for tables of more than two, with and without partners."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from fairdeal.tournaments.formats.base import Table
from fairdeal.tournaments.formats.designs.cyclic import shifted
from fairdeal.tournaments.formats.designs.field import field_of
from fairdeal.tournaments.formats.designs.separated import pairs_apart, separated_tables
from fairdeal.tournaments.formats.designs.tables import DIFFERENCE_SETS, balanced_tables, field_design
from fairdeal.tournaments.formats.designs.whist import STARTERS, partnership_tables
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.report import Report, report_on
from fairdeal.tournaments.formats.round_robin import RoundRobin

GOLDEN: dict[str, Any] = json.loads((Path(__file__).resolve().parents[2] / "golden" / "pairing.json").read_text())


def report(tables: tuple[tuple[int, ...], ...], entrants: int, **words: Any) -> Report:
    return report_on([Table(1, 1, place, seats) for place, seats in enumerate(tables)], entrants, **words)


@pytest.mark.parametrize("key", GOLDEN["ffa_prime"]["base"])
def test_prime_designs_are_the_published_ones(key: str) -> None:
    entrants, size = map(int, key.split(","))
    tables = field_design(entrants, size)
    assert tables == shifted(GOLDEN["ffa_prime"]["base"][key], entrants)
    found = report(tables, entrants)
    assert found.meets == (size - 1, size - 1)
    assert found.positions == ((entrants - 1) // size,) * 2
    assert found.neighbours == (1, 1)


@pytest.mark.parametrize(("entrants", "size"), [(9, 4), (16, 5), (25, 4), (25, 6), (27, 2), (16, 3)])
def test_prime_powers_have_exact_designs_too(entrants: int, size: int) -> None:
    tables = field_design(entrants, size)
    assert tables is not None
    assert report(tables, entrants).meets == (size - 1, size - 1)


@pytest.mark.parametrize("order", [4, 8, 9, 25, 27])
def test_a_field_has_every_element_as_a_power_and_adds_like_one(order: int) -> None:
    field = field_of(order)
    assert field is not None
    assert sorted(field.powers) == list(range(1, order))
    assert all(sorted(field.add(a, b) for b in range(order)) == list(range(order)) for a in range(order))
    assert field_of(order + 1 if order == 9 else 6) is None


@pytest.mark.parametrize("key", DIFFERENCE_SETS)
def test_difference_sets_meet_equally_often(key: tuple[int, int]) -> None:
    entrants, _size = key
    assert report(shifted([DIFFERENCE_SETS[key]], entrants), entrants).is_balanced


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_meets_within_one_and_seats_exact(size: int) -> None:
    for entrants in (size, size + 1, 8, 14, 23, 30, 65 if size < 6 else 31):
        if entrants >= size:
            found = report(balanced_tables(entrants, size), entrants)
            assert found.meets[0] >= 1 and found.meets[1] - found.meets[0] <= 1, (entrants, size)
            assert found.plays[0] == found.plays[1], (entrants, size)
            if entrants > size:
                assert found.positions[0] == found.positions[1] or found.tables <= 120, (entrants, size)


@pytest.mark.parametrize(("entrants", "size"), [(11, 8), (31, 9), (65, 10)])
def test_large_tables_meet_within_one(entrants: int, size: int) -> None:
    found = report(balanced_tables(entrants, size), entrants)
    assert found.meets[0] >= 1 and found.meets[1] - found.meets[0] <= 1


@pytest.mark.long
@pytest.mark.parametrize("size", range(3, 11))
def test_every_number_of_entrants_meets_within_one_or_hardly_more(size: int) -> None:
    wide = []
    for entrants in range(size, 66):
        found = report(balanced_tables(entrants, size), entrants)
        assert found.meets[0] >= 1 and found.plays[0] == found.plays[1], (entrants, size)
        wide += [found.meets[1] - found.meets[0]] if found.meets[1] - found.meets[0] > 1 else []
    assert set(wide) <= {2} and len(wide) <= 7


def test_twenty_three_at_tables_of_five() -> None:
    found = RoundRobin(5).schedule(23).report
    assert found.tables == 46
    assert found.meets == (1, 2)
    assert found.positions == (2, 2)
    assert found.neighbours == (0, 1)
    assert ("meets of a pair", 1, 2) in found.rows()


@pytest.mark.parametrize("key", GOLDEN["whist"]["v4k1_prime"])
def test_prime_whist_designs_are_the_published_ones(key: str) -> None:
    entrants = int(key)
    published = shifted([(a, c, b, d) for (a, b), (c, d) in GOLDEN["whist"]["v4k1_prime"][key]], entrants)
    assert field_design(entrants, 4) == published
    found = report(published, entrants, sides=2)
    assert (found.partners, found.opponents) == ((1, 1), (2, 2))


def test_starters_are_the_verified_ones() -> None:
    for name, games in GOLDEN["whist"].items():
        if "_mod" in name:
            entrants, modulus = int(name[1:].split("_")[0]), int(name.split("_mod")[1].split("_")[0])
            assert STARTERS[entrants] == tuple(
                tuple(modulus if seat == "inf" else seat for seat in game) for game in games
            ), name


WHIST_9 = """1,2v6,3 4,8v7,5 | 2,0v7,4 5,6v8,3 | 0,1v8,5 3,7v6,4 | 4,5v0,6 7,2v1,8 | 5,3v1,7 8,0v2,6 | 3,4v2,8 6,1v0,7
    | 7,8v3,0 1,5v4,2 | 8,6v4,1 2,3v5,0 | 6,7v5,2 0,4v3,1"""


def test_the_counting_agrees_with_a_published_whist_design() -> None:
    games = [
        [[int(one) + 1 for one in side.split(",")] for side in game.split("v")]
        for game in WHIST_9.replace("|", " ").split()
    ]
    found = report(tuple((a, c, b, d) for (a, b), (c, d) in games), 9, sides=2)
    assert (found.tables, found.partners, found.opponents, found.plays) == (18, (1, 1), (2, 2), (8, 8))


ONCE = (4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 29, 37, 49)
TWICE = (6, 7, 10, 11, 14)


@pytest.mark.parametrize(("entrants", "times"), [*((n, 1) for n in ONCE), *((n, 2) for n in TWICE)])
def test_partners_once_and_opponents_twice_or_both_doubled(entrants: int, times: int) -> None:
    found = report(partnership_tables(entrants, 4, 2), entrants, sides=2)
    assert (found.partners, found.opponents) == ((times, times), (2 * times, 2 * times))
    assert found.plays[0] == found.plays[1]
    assert found.positions[1] - found.positions[0] <= 2


@pytest.mark.parametrize("entrants", [15, 18, 19, 22, 23, 26])
def test_other_numbers_of_individuals_are_nearly_even(entrants: int) -> None:
    found = report(partnership_tables(entrants, 4, 2), entrants, sides=2)
    assert found.partners[0] >= 1 and found.partners[1] - found.partners[0] <= 1
    assert found.opponents[1] - found.opponents[0] <= 1
    assert found.plays[0] == found.plays[1]


@pytest.mark.parametrize("key", GOLDEN["three_v_three"]["base"])
def test_sides_of_three_are_the_published_ones(key: str) -> None:
    entrants = int(key)
    published = GOLDEN["three_v_three"]["base"][key]
    mixed = shifted([[seat for pair in zip(*game, strict=True) for seat in pair] for game in published], entrants)
    assert sorted(map(_as_sides, partnership_tables(entrants, 6, 2))) == sorted(map(_as_sides, mixed))
    found = report(mixed, entrants, sides=2)
    assert (found.partners, found.opponents) == ((2, 2), (3, 3))


def _as_sides(table: tuple[int, ...]) -> list[list[int]]:
    return sorted([sorted(table[::2]), sorted(table[1::2])])


@pytest.mark.parametrize(("size", "sides"), [(4, 1), (4, 4), (6, 4), (5, 2)])
def test_sides_that_no_table_has_are_refused(size: int, sides: int) -> None:
    with pytest.raises(BadSettings, match="sides of"):
        partnership_tables(12, size, sides)
    with pytest.raises(BadSettings, match="sides of"):
        RoundRobin(size, sides=sides)


@pytest.mark.parametrize("cycles", [1, 2, 5])
def test_partners_stay_partners_in_every_cycle(cycles: int) -> None:
    found = RoundRobin(4, cycles, sides=2).schedule(8).report
    assert found.partners == (cycles, cycles)
    assert found.opponents == (2 * cycles, 2 * cycles)


OWNERS = ["ada"] * 3 + ["bob"] * 2 + [f"owner {n}" for n in range(16)] + [None, None]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_bots_of_one_owner_never_share_a_table(size: int) -> None:
    found = RoundRobin(size, 2).schedule(23, OWNERS)
    apart = set(pairs_apart(OWNERS))
    assert len(apart) == 4
    assert not any(pair in apart for table in found.tables for pair in combinations(sorted(table.entrants), 2))
    report_ = found.report
    assert report_.kept_apart == 4
    assert report_.plays[1] - report_.plays[0] <= 2
    assert report_.meets[1] - report_.meets[0] <= 4
    free = RoundRobin(size, 2).schedule(23).report
    assert report_.meets_unconstrained == free.meets and report_.tables == free.tables


def test_duels_and_house_bots_know_no_owner() -> None:
    assert RoundRobin(2).schedule(4, ["ada"] * 4).report == RoundRobin(2).schedule(4).report
    assert RoundRobin(3).schedule(7, [None] * 7).report == RoundRobin(3).schedule(7).report


def test_partners_even_out_where_owners_are_kept_apart() -> None:
    found = RoundRobin(4, sides=2).schedule(13, ["ada", "ada", *map(str, range(11))]).report
    assert found.kept_apart == 1
    assert found.partners[1] - found.partners[0] <= 2


def test_owners_who_do_not_fill_a_table_are_refused() -> None:
    with pytest.raises(BadEntries, match="2 owners, and a table seats 3"):
        RoundRobin(3).schedule(6, ["ada"] * 3 + ["bob"] * 3)
    # An owner with more than his share can only play less often.
    plays = Counter(seat for table in separated_tables(["ada"] * 4 + [None] * 3, 3, 20) for seat in table)
    assert min(plays[n] for n in (5, 6, 7)) > max(plays[n] for n in (1, 2, 3, 4))
