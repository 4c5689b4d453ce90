"""Swiss events: promises hold, no matching is better, and the Dutch system agrees with the files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from fairdeal.tournaments.formats.base import Event, is_over
from fairdeal.tournaments.formats.errors import BadEntries, BadSettings
from fairdeal.tournaments.formats.swiss import Swiss, System
from fairdeal.tournaments.formats.swiss_matching import BYE, edge_costs, pair_round
from fairdeal.tournaments.formats.swiss_state import Player, players_of
from fairdeal.tournaments.formats.trf import read_trf

from tests.fairdeal.tournaments.events import chance, drawn, favourites, field, play, up_to_round

FILES = sorted((Path(__file__).resolve().parents[2] / "golden" / "swiss").glob("*.trf"))


def check_promises(event: Event, *, rounds: int) -> None:
    """Assert what every Swiss promises."""
    met = Counter(tuple(sorted(table.entrants)) for table in event.tables if not table.is_bye)
    byes = Counter(table.entrants[0] for table in event.tables if table.is_bye)
    assert max(met.values(), default=0) <= 1
    assert max(byes.values(), default=0) <= 1
    for number in range(1, rounds + 1):
        seated = [n for table in event.tables if table.round == number for n in table.entrants]
        assert len(seated) == len(set(seated))
    for number in event.numbers:
        seats = [
            table.entrants.index(number) for table in event.tables if number in table.entrants and not table.is_bye
        ]
        assert all(abs(n - 2 * sum(seats[:n])) <= 2 for n in range(len(seats) + 1)), (number, seats)


def test_no_rematch_one_bye_and_seats_within_one_of_an_even_share() -> None:
    for entrants in range(2, 66):
        check_whole_event(entrants, rounds=min(Swiss().rounds_for(entrants), 5 if entrants <= 16 else 3))


@pytest.mark.long
@pytest.mark.parametrize("entrants", range(2, 66))
def test_the_same_holds_to_the_last_round(entrants: int) -> None:
    for rounds in {Swiss().rounds_for(entrants), (entrants + 1) // 2}:
        check_whole_event(entrants, rounds=rounds)


def check_whole_event(entrants: int, *, rounds: int) -> None:
    """Play an event, and assert that it has all its rounds, each with everybody, and keeps its promises."""
    event = play(Swiss(rounds=rounds), field(entrants), chance(entrants))
    check_promises(event, rounds=rounds)
    seated = Counter(table.round for table in event.tables for _ in table.entrants)
    assert seated == dict.fromkeys(range(1, rounds + 1), entrants), entrants


def test_the_first_round_folds_the_seeds() -> None:
    tables = Swiss().next_tables(Event(field(8)))
    assert [table.entrants for table in tables] == [(1, 5), (6, 2), (3, 7), (8, 4)]
    tables = Swiss(first_seed_first=False).next_tables(Event(field(7)))
    assert [table.entrants for table in tables] == [(4, 1), (2, 5), (6, 3), (7,)]


def test_an_accelerated_start_pairs_the_halves_apart() -> None:
    event = drawn(Swiss(accelerated=True), Event(field(8)))
    assert {frozenset(table.entrants) for table in event.tables} == {
        frozenset(p) for p in ((1, 3), (2, 4), (5, 7), (6, 8))
    }
    event = play(Swiss(rounds=3, accelerated=True), field(16), favourites)
    second = [table.entrants for table in event.tables if table.round == 2]
    # The winners of the upper half meet, top against bottom, and none who sat on the same side of his first table.
    assert {frozenset(pair) for pair in second if max(pair) <= 4} == {frozenset({1, 4}), frozenset({2, 3})}
    check_promises(event, rounds=3)


def test_seeds_are_given_anew_by_the_standings() -> None:
    form = Swiss(rounds=3, reseed_after=2)
    folds_as_before = []
    for seed in range(6):
        two = up_to_round(play(form, field(16), chance(seed, 0.0)), 2)
        standings = [standing.number for standing in form.standings(two)]
        upper, middle = set(standings[4:8]), set(standings[4:12])
        # The eight with one win of two: the upper half by the standings meets the lower.
        anew = [set(table.entrants) for table in form.next_tables(two)]
        assert all(len(pair & upper) == 1 for pair in anew if pair <= middle)
        kept = [set(table.entrants) for table in Swiss(rounds=3).next_tables(two)]
        folds_as_before.append(all(len(pair & upper) == 1 for pair in kept if pair <= middle))
    assert not all(folds_as_before)


def all_pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Give all ways to pair indices up, with one bye for an odd number."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for other in rest:
        for pairs in all_pairings([one for one in rest if one != other]):
            yield [(first, other), *pairs]


@pytest.mark.parametrize(("entrants", "seed"), [(4, 0), (5, 1), (6, 2), (7, 3), (8, 4), (9, 5), (10, 6)])
def test_no_other_pairing_is_better(entrants: int, seed: int) -> None:
    event = play(Swiss(rounds=entrants // 2), field(entrants), chance(seed, 0.3))
    for last in range(entrants // 2):
        players = players_of(up_to_round(event, last), list(range(1, entrants + 1)), bye_points=Fraction(1))
        costs = edge_costs(players)
        found = pair_round(players, is_last=True)
        indices = list(range(entrants)) + [entrants] * (entrants % 2)
        possible = [
            [(i, BYE if j == entrants and entrants % 2 else j) for i, j in pairs] for pairs in all_pairings(indices)
        ]
        best = min(sum(costs[p] for p in pairs) for pairs in possible if all(p in costs for p in pairs))
        assert found is not None and sum(costs[pair] for pair in found) == best


def player(rank: int, score: int, imbalance: int = 0) -> Player:
    """Make a player whose seats are so far from even."""
    return Player(rank + 1, rank, score, [0 if imbalance > 0 else 1] * abs(imbalance))


def test_score_groups_come_before_seats_and_seats_before_three_more() -> None:
    # All sat first once in the upper group, second once in the lower: equals meet all the same.
    once = [player(0, 4, 1), player(1, 4, 1), player(2, 0, -1), player(3, 0, -1)]
    assert pair_round(once, is_last=True) == [(0, 1), (2, 3)]
    # With two more, one of them would get three more: the groups are mixed.
    twice = [player(0, 4, 2), player(1, 4, 2), player(2, 0, -1), player(3, 0, -1)]
    assert pair_round(twice, is_last=True) == [(0, 2), (1, 3)]
    # Among equals the seats come before the folding, which would have 1 meet 3 and 2 meet 4.
    equals = [player(0, 2, 1), player(1, 2, -1), player(2, 2, 1), player(3, 2, -1)]
    assert pair_round(equals, is_last=True) == [(0, 3), (1, 2)]


def test_a_walkover_is_as_good_as_a_bye() -> None:
    event = drawn(Swiss(), Event(field(4)))
    gone = Event(event.entrants, event.tables, {}, frozenset({1}))
    found = {one.number: one.had_bye for one in players_of(gone, [1, 2, 3, 4], bye_points=Fraction(1))}
    assert found == {2: False, 3: True, 4: False}


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    event = play(Swiss(rounds=3), field(7), favourites)
    assert next(table.entrants[0] for table in event.tables if table.is_bye) == 7
    for number in (2, 3):
        scores = {s.number: s.points for s in Swiss(rounds=3).standings(up_to_round(event, number - 1))}
        bye = next(table.entrants[0] for table in event.tables if table.is_bye and table.round == number)
        had = {table.entrants[0] for table in event.tables if table.is_bye and table.round < number}
        assert scores[bye] == min(points for n, points in scores.items() if n not in had)


@pytest.mark.parametrize("entrants", [6, 9, 10])
def test_longer_events_look_a_round_ahead(entrants: int) -> None:
    # More rounds than can be promised: who pairs without a look ahead is stuck before the end far more often.
    most = entrants - 1
    ends = [max(t.round for t in play(Swiss(rounds=most), field(entrants), chance(seed)).tables) for seed in range(4)]
    assert ends.count(most) >= 3


@pytest.mark.parametrize(("system", "seed"), [(System.MATCHING, 0), (System.MATCHING, 1), (System.DUTCH, 2)])
def test_events_with_withdrawals_end(system: System, seed: int) -> None:
    rng = random.Random(seed)
    form = Swiss(rounds=4, system=system)

    def leaves(event: Event) -> list[int]:
        return [rng.choice(event.numbers)] if rng.random() < 0.2 else []

    event = play(form, field(8 if system == System.MATCHING else 6), chance(seed), order=rng, leaves=leaves)
    check_promises(event, rounds=4)
    assert sorted(s.number for s in form.standings(event)) == list(event.numbers)


def test_the_round_waits_for_all_results_and_for_none_of_who_left() -> None:
    form = Swiss(rounds=3)
    event = drawn(form, Event(field(8)))
    some = {table.place: favourites(table) for table in event.tables[:3]}
    event = Event(event.entrants, event.tables, some)
    assert form.next_tables(event) == () and not is_over(form, event)
    gone = Event(event.entrants, event.tables, some, frozenset({event.tables[3].entrants[0]}))
    second = form.next_tables(gone)
    assert len(second) == 4 and second[-1].is_bye
    other = event.tables[3].entrants[1]
    assert {s.number: s.byes for s in form.standings(gone)}[other] == 1
    # His walkover was a bye: he has none again.
    assert second[-1].entrants != (other,)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_of_the_files_is_the_dutch_systems(path: Path) -> None:
    file = read_trf(path.read_text())
    first = next(table for table in file.event.tables if 1 in table.entrants)
    form = Swiss(rounds=file.rounds, system=System.DUTCH, first_seed_first=first.entrants[0] == 1)
    for number in range(1, file.rounds + 1):
        drawn_ = {table.entrants for table in form.next_tables(up_to_round(file.event, number - 1))}
        assert drawn_ == {table.entrants for table in file.event.tables if table.round == number}, number


# Three cases of the FIDE rules' tests: results so far as opponent, seat and result, and the round that must follow.
def _case(*rows: str) -> Event:
    lines = [
        f"001 {n:4}      {'x':33} {2500 - n:4}".ljust(91) + "".join(cells) for n, cells in enumerate(rows, start=1)
    ]
    return read_trf("\n".join(lines)).event


def test_the_bye_case_of_the_rules() -> None:
    event = _case(
        "   4 w 1     2 b 1  ",
        "   5 b 1     1 w 0  ",
        "   6 w 1     4 b 1  ",
        "   1 b 0     3 w 0  ",
        "   2 w 0     6 b 1  ",
        "   3 b 0     5 w 0  ",
    )
    absent = Event(event.entrants, event.tables, event.results, frozenset({4}))
    found = Swiss(rounds=3, system=System.DUTCH).next_tables(absent)
    assert [table.entrants for table in found] == [(1, 5), (3, 2), (6,)]


def test_the_minimal_bye_case_of_the_rules() -> None:
    event = _case("   3 w 1  ", "   4 b 1  ", "   1 b 0  ", "   2 w 0  ", "0000 - Z  ")
    found = Swiss(rounds=2, system=System.DUTCH).next_tables(event)
    assert [table.entrants for table in found] == [(2, 1), (3, 5), (4,)]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ({"table_size": 1}, "table_size is a whole number from 2 to 10, not 1"),
        ({"table_size": 4, "system": System.DUTCH}, "for tables of 2, not 4"),
        ({"rounds": -1}, "rounds is a whole number from 0 to 99, not -1"),
        ({"bye_points": Fraction(2)}, "a bye is worth 0, 1/2 or 1, not 2"),
        ({"system": System.DUTCH, "reseed_after": 2}, "no new seeds"),
    ],
)
def test_settings_that_no_swiss_has_are_refused(words: dict[str, object], text: str) -> None:
    with pytest.raises(BadSettings, match=text):
        Swiss(**words)  # type: ignore[arg-type]


def test_entries_that_no_swiss_takes_are_refused() -> None:
    with pytest.raises(BadEntries, match="2 to 512 entries, not 1"):
        Swiss().plan(field(1))
    with pytest.raises(BadEntries, match="2 to 100 entries, not 101"):
        Swiss(system=System.DUTCH).plan(field(101))
    with pytest.raises(BadEntries, match="8 entrants can be paired in 7 rounds at most, not 8"):
        Swiss(rounds=8).plan(field(8))


def test_the_plan_says_what_holds() -> None:
    plan = Swiss().plan(field(20))
    assert (plan.rounds, plan.most_tables, len(plan.tables), plan.report) == (7, 70, 10, None)
    assert any("may be" in promise for promise in Swiss(rounds=15).plan(field(20)).promises)


@pytest.mark.parametrize("system", System)
def test_a_bye_that_is_worth_nothing_is_a_bye_all_the_same(system: System) -> None:
    event = play(Swiss(rounds=3, bye_points=Fraction(0), system=system), field(5))
    byes = [table.entrants for table in event.tables if table.is_bye]
    assert len(byes) == len(set(byes)) == 3


def test_scores_pair_equals() -> None:
    event = play(Swiss(rounds=5), field(32), favourites)
    for number in range(2, 6):
        scores = {s.number: s.points for s in Swiss(rounds=5).standings(up_to_round(event, number - 1))}
        gaps = [abs(scores[a] - scores[b]) for a, b in (t.entrants for t in event.tables if t.round == number)]
        assert sum(gaps) <= 4 and max(gaps) <= 1
    assert Swiss(rounds=5).standings(event)[0].number == 1
    assert not any(a == b for a, b in combinations([t.place for t in event.tables], 2))
