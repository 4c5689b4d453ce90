"""Groups and the bracket after them; gauntlets."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from fairdeal.tournaments.formats.base import Event, Seeding, Withdrawal
from fairdeal.tournaments.formats.bracket import seed_order, size_for
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.gauntlet import Gauntlet
from fairdeal.tournaments.formats.groups import Bracket, Groups, bracket_seeds, snake

from tests.fairdeal.tournaments.events import chance, field, play


def test_the_snake_through_four_groups() -> None:
    expected = [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert snake(range(1, 17), 4) == expected
    assert Groups().members(field(16)) == expected


@pytest.mark.parametrize("entrants", [8, 9, 10, 11, 15, 33])
def test_all_of_a_group_meet_and_the_best_go_on(entrants: int) -> None:
    form = Groups(groups=4 if entrants < 33 else 8, seeding=Seeding.GIVEN)
    event = play(form, field(entrants), chance(entrants))
    early = Counter(tuple(sorted(table.entrants)) for table in event.tables if table.cycle == 1)
    members = form.members(event.entrants)
    assert early == Counter(pair for group in members for pair in combinations(sorted(group), 2))
    through = {standing.number for group in form.group_standings(event) for standing in group[:2]}
    assert {number for table in event.tables if table.cycle > 1 for number in table.entrants} == through
    standings = form.standings(event)
    assert {s.number for s in standings[: len(through)]} == through
    assert standings[0].rank == 1 and sorted(s.number for s in standings) == list(event.numbers)


@pytest.mark.parametrize(("groups", "tiers"), [(2, 2), (4, 2), (8, 2), (4, 4), (3, 2), (6, 3), (16, 2)])
def test_those_of_one_group_meet_as_late_as_can_be(groups: int, tiers: int) -> None:
    order = bracket_seeds([[(g, g * 100 + tier) for g in range(groups)] for tier in range(tiers)])
    assert order[:groups] == [g * 100 for g in range(groups)]
    size = size_for(len(order))
    where = {seed: index for index, seed in enumerate(seed_order(size))}
    final = size.bit_length() - 1
    for one, other in combinations(range(len(order)), 2):
        if order[one] // 100 == order[other] // 100:
            meet = (where[one + 1] ^ where[other + 1]).bit_length()
            assert meet >= (final if tiers == 2 else final - 1)


@pytest.mark.parametrize("kind", Bracket)
def test_every_kind_of_bracket_follows(kind: Bracket) -> None:
    form = Groups(cycles=2, bracket_kind=kind, third_place=True)
    event = play(form, field(16), chance(1, 0.0))
    assert len(event.tables) <= form.plan(field(16)).most_tables
    assert {table.cycle for table in event.tables} == ({1, 2, 3, 4} if kind == Bracket.SINGLE else {1, 2, 3, 4, 5})
    standings = form.standings(event)
    assert [s.rank for s in standings[:2]] == [1, 2] and standings[8].rank == 9


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("kind", Bracket)
def test_groups_with_withdrawals_end_and_their_bracket_stays(kind: Bracket, seed: int) -> None:
    rng = random.Random(seed)
    form = Groups(groups=2, bracket_kind=kind, withdrawal=list(Withdrawal)[seed % 2])

    def leaves(event: Event) -> list[int]:
        return [rng.choice(event.numbers)] if rng.random() < 0.15 else []

    event = play(form, field(10), chance(seed), order=rng, leaves=leaves)
    assert sorted(s.number for s in form.standings(event)) == list(event.numbers)


def test_who_left_during_the_groups_makes_room_and_who_left_later_does_not() -> None:
    form = Groups(groups=2, qualifiers=1)
    whole = play(form, field(6))
    assert {number for table in whole.tables if table.cycle == 2 for number in table.entrants} == {1, 2}
    early = Event(whole.entrants, (), {}, frozenset({1}))
    event = Event(early.entrants, form.next_tables(early), {}, early.withdrawn)
    results = {table.place: whole.results[table.place] for table in event.open_tables()}
    event = Event(event.entrants, event.tables, results, event.withdrawn)
    assert [table.entrants for table in form.next_tables(event)] == [(4, 2)]
    groups = tuple(table for table in whole.tables if table.cycle == 1)
    late = Event(whole.entrants, groups, {t.place: whole.results[t.place] for t in groups}, frozenset({1}))
    assert form.next_tables(late) == () and form.standings(late)[0].number == 2


def test_groups_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadEntries, match="4 groups of which 3 go on takes 12 to 512 entries, not 11"):
        Groups(qualifiers=3).plan(field(11))
    with pytest.raises(BadSettings, match="groups is a whole number from 1 to 64, not 0"):
        Groups(groups=0)


@pytest.mark.parametrize("challengers", [1, 2, 3])
@pytest.mark.parametrize("entrants", [4, 5, 9, 17, 65])
def test_challengers_meet_the_field_and_nobody_else_meets(challengers: int, entrants: int) -> None:
    form = Gauntlet(challengers=challengers, cycles=2)
    plan = form.plan(field(entrants))
    meets = Counter(tuple(sorted(table.entrants)) for table in plan.tables)
    pairs = [(a, b) for a in range(1, challengers + 1) for b in range(challengers + 1, entrants + 1)]
    assert meets == dict.fromkeys(pairs, 2)
    firsts = Counter(table.entrants for table in plan.tables)
    assert all(firsts[a, b] == firsts[b, a] == 1 for a, b in pairs)
    assert plan.rounds == 2 * max(challengers, entrants - challengers)
    for cycle, number in {table.place[:2] for table in plan.tables}:
        seated = [n for t in plan.tables if t.place[:2] == (cycle, number) for n in t.entrants]
        assert len(seated) == len(set(seated))


@pytest.mark.parametrize("size", [3, 4, 6])
def test_at_larger_tables_a_challenger_meets_all_equally_often(size: int) -> None:
    plan = Gauntlet(size, challengers=2).plan(field(14))
    meets = Counter(pair for table in plan.tables for pair in combinations(sorted(table.entrants), 2))
    for challenger in (1, 2):
        assert len({meets[challenger, other] for other in range(3, 15)}) == 1
    assert meets[1, 2] == 0
    # A challenger has every seat as often as the others.
    seats = Counter((n, place) for table in plan.tables for place, n in enumerate(table.entrants) if n <= 2)
    assert max(seats.values()) - min(seats.values()) <= 1


def test_a_gauntlet_keeps_owners_apart_and_ranks_by_points_a_table() -> None:
    owners = ["ada", "ada", "bob", "bob", None, None, None]
    form = Gauntlet(3)
    event = play(form, field(7, owners))
    assert not any({1, 2} <= set(table.entrants) or {3, 4} <= set(table.entrants) for table in event.tables)
    assert form.standings(event)[0].number == 1
    with pytest.raises(BadEntries, match="challenger 1 finds 1 entrants of other owners"):
        form.plan(field(4, ["ada", "ada", "ada", "bob"]))
    with pytest.raises(BadEntries, match="takes 3 to 512 entries, not 2"):
        form.plan(field(2))


def test_who_leads_his_group_and_leaves_before_its_end_is_passed_over() -> None:
    form = Groups(groups=2, qualifiers=1, cycles=3)
    event = play(form, field(6))
    groups = tuple(table for table in event.tables if table.cycle <= 3)
    last = [table for table in groups if 1 in table.entrants][-1]
    results = {table.place: event.results[table.place] for table in groups if table is not last}
    gone = Event(event.entrants, groups, results, frozenset({1}))
    assert form.group_standings(gone)[0][0].number == 1
    assert [table.entrants for table in form.next_tables(gone)] == [(4, 2)]
