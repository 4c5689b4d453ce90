"""Single and double elimination: the published brackets, and what holds at every size."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fairdeal.tournaments.formats.base import Event, Format, Place, Result, Seeding, Table, is_over
from fairdeal.tournaments.formats.bracket import NOBODY, seed_order
from fairdeal.tournaments.formats.double_elimination import (
    DROP_ORDERS,
    DoubleElimination,
    double_knockout,
    half_shift,
    natural,
    reverse,
    reverse_half_shift,
)
from fairdeal.tournaments.formats.errors import BadEntries, BadEvent, BadSettings
from fairdeal.tournaments.formats.single_elimination import SingleElimination

from tests.fairdeal.tournaments.events import chance, drawn, favourites, field, play, with_results

GOLDEN: dict[str, Any] = json.loads((Path(__file__).resolve().parents[2] / "golden" / "pairing.json").read_text())


@pytest.mark.parametrize("size", GOLDEN["seed_order"]["orders"])
def test_seeds_stand_in_the_published_order(size: str) -> None:
    assert seed_order(int(size)) == GOLDEN["seed_order"]["orders"][size]


@pytest.mark.parametrize("entrants", GOLDEN["seed_order"]["byes"])
def test_byes_go_to_the_best_seeds(entrants: str) -> None:
    seats = SingleElimination().bracket(Event(field(int(entrants))))
    first = [[number or None for number in seat.entrants] for place, seat in seats.items() if place.round == 1]
    assert first == GOLDEN["seed_order"]["byes"][entrants]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (natural, [1, 2, 3, 4, 5, 6, 7, 8]),
        (reverse, [8, 7, 6, 5, 4, 3, 2, 1]),
        (half_shift, [5, 6, 7, 8, 1, 2, 3, 4]),
        (reverse_half_shift, [4, 3, 2, 1, 8, 7, 6, 5]),
    ],
)
def test_orders_in_which_losers_come_down(order: Any, expected: list[int]) -> None:
    assert order([1, 2, 3, 4, 5, 6, 7, 8]) == expected


def test_the_bracket_of_eight_when_favourites_win() -> None:
    event = play(DoubleElimination(), field(8))
    letters = {1: "W", 2: "L", 3: "GF"}
    found = {
        f"{letters[t.cycle]}{t.round}" + ("" if t.cycle == 3 else f".{t.table}"): list(t.entrants) for t in event.tables
    }
    expected = GOLDEN["double_elim_8_favourites_win"]["matches_lab_a_b_winner"]
    assert found == {label: [a, b] for label, a, b, _winner in expected}
    standings = DoubleElimination().standings(event)
    assert [(s.rank, s.number) for s in standings] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8),
    ]  # fmt: skip


@pytest.mark.parametrize(("entrants", "matches", "rounds"), [(8, 14, (3, 4)), (16, 30, (4, 6))])
def test_how_many_matches_and_rounds_there_are(entrants: int, matches: int, rounds: tuple[int, int]) -> None:
    form = DoubleElimination(bracket_reset=False)
    event = play(form, field(entrants))
    assert len(event.tables) == matches == form.plan(field(entrants)).most_tables
    assert tuple(max(t.round for t in event.tables if t.cycle == c) for c in (1, 2)) == rounds
    assert DoubleElimination().plan(field(entrants)).most_tables == matches + 1


def losses(event: Event) -> Counter[int]:
    """Count the matches that each entrant has lost (without ties played on)."""
    lost: Counter[int] = Counter()
    for table in event.tables:
        result = event.results[table.place]
        if 2 * result.scores[0][1] != result.blocks:
            lost[table.entrants[int(2 * result.scores[0][1] > result.blocks)]] += 1
    return lost


@pytest.mark.parametrize(("form", "times"), [(SingleElimination(), 1), (DoubleElimination(), 2)])
def test_all_but_the_winner_lose_once_or_twice(form: Format, times: int) -> None:
    for entrants in range(2, 66):
        event = play(form, field(entrants), chance(entrants, draws=0.0))
        first, *others = form.standings(event)
        lost = losses(event)
        assert all(lost[s.number] == times for s in others), entrants
        assert lost[first.number] < times, entrants
        assert [s.rank for s in (first, others[0])] == [1, 2]
        assert sorted(s.number for s in (first, *others)) == list(range(1, entrants + 1))


def test_without_a_reset_the_final_is_one_match() -> None:
    for entrants in (2, 3, 5, 8, 24, 65):
        event = play(DoubleElimination(bracket_reset=False), field(entrants), chance(entrants, draws=0.0))
        assert len(event.tables) == 2 * entrants - 2
        assert Counter(losses(event).values())[2] >= entrants - 2


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 13])
@pytest.mark.parametrize("form", [SingleElimination(third_place=True), DoubleElimination()], ids=type)
def test_results_in_any_order_give_the_same_event(form: Format, entrants: int) -> None:
    whole = play(form, field(entrants), chance(7, 0.2))
    for seed in range(3):
        other = play(form, field(entrants), chance(7, 0.2), order=random.Random(seed))
        assert set(other.tables) == set(whole.tables)
        assert form.standings(other) == form.standings(whole)


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 11, 16])
@pytest.mark.parametrize("form", [SingleElimination(third_place=True), DoubleElimination()], ids=type)
def test_events_with_withdrawals_end_with_a_winner_who_is_there(form: Format, entrants: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)

        def leaves(event: Event, rng: random.Random = rng) -> list[int]:
            here = sorted(set(event.numbers) - event.withdrawn)
            return [rng.choice(here)] if len(here) > 1 and rng.random() < 0.3 else []

        event = play(form, field(entrants), chance(seed), order=rng, leaves=leaves)
        standings = form.standings(event)  # type: ignore[attr-defined]
        # Somebody may leave after the last match.
        assert standings[0].rank == 1 and all(s.rank is not None for s in standings)
        assert sorted(s.number for s in standings) == list(event.numbers)


def test_an_absent_opponent_is_beaten_without_a_table() -> None:
    form = SingleElimination()
    event = drawn(form, Event(field(4), withdrawn=frozenset({1, 4, 3})))
    assert event.tables == () and is_over(form, event)
    first = form.standings(event)[0]
    assert (first.rank, first.number, first.byes) == (1, 2, 2)


def test_of_two_who_are_gone_the_higher_seed_goes_on_and_loses_next() -> None:
    form = SingleElimination()
    gone = drawn(form, Event(field(4), withdrawn=frozenset({1, 4})))
    assert [table.entrants for table in gone.tables] == [(2, 3)]
    over = with_results(gone, {gone.tables[0].place: favourites(gone.tables[0])})
    assert [(s.rank, s.number) for s in form.standings(over)] == [(1, 2), (2, 1), (3, 3), (3, 4)]


@pytest.mark.parametrize("legs", [0, 1, 2])
def test_a_tie_is_played_on_and_then_goes_to_the_higher_seed(legs: int) -> None:
    def tie(table: Table) -> Result:
        return Result.duel(2, 4)

    form = SingleElimination(extra_legs=legs, extra_blocks=6)
    event = play(form, field(4), tie)
    assert Counter(table.leg for table in event.tables) == dict.fromkeys(range(1, legs + 2), 3)
    assert {table.blocks for table in event.tables if table.leg > 1} <= {6}
    assert form.standings(event)[0].number == 1
    if legs:
        first = next(table for table in event.tables if table.place == Place(1, 1, 1, 2))
        assert first.entrants == (4, 1)


def test_more_blocks_decide() -> None:
    form = SingleElimination()
    event = drawn(form, Event(field(2)))
    event = drawn(form, with_results(event, {event.tables[0].place: Result.duel(2, 4)}))
    assert event.tables[1].entrants == (2, 1)
    event = with_results(event, {event.tables[1].place: Result.duel(3, 4)})
    assert [s.number for s in form.standings(event)] == [2, 1]


def test_the_third_place_is_played_for() -> None:
    form = SingleElimination(third_place=True)
    assert form.plan(field(8)).most_tables == 8
    event = play(form, field(8))
    assert event.tables[-1].place in (Place(2, 1, 1), Place(1, 3, 1))
    assert [s.rank for s in form.standings(event)] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [s.rank for s in SingleElimination().standings(play(SingleElimination(), field(8)))][2:4] == [3, 3]
    # Of three, one semi-final is a bye: its loser is nobody, and the other is third.
    assert [s.rank for s in form.standings(play(form, field(3)))] == [1, 2, 3]


def test_the_reset_is_played_only_if_the_unbeaten_one_loses() -> None:
    def upset(table: Table) -> Result:
        return Result.duel(0 if table.cycle == 3 and table.round == 1 else 4, 4)

    event = play(DoubleElimination(), field(8), upset)
    assert [table.place for table in event.tables if table.cycle == 3] == [Place(3, 1, 1), Place(3, 2, 1)]
    assert sorted(losses(event).values()) == [1] + [2] * 7
    short = play(DoubleElimination(bracket_reset=False), field(8), upset)
    assert [table.place for table in short.tables if table.cycle == 3] == [Place(3, 1, 1)]


def test_seeding_is_by_rating_or_as_given() -> None:
    backwards = tuple(type(one)(one.number, float(one.number)) for one in field(4))
    by_rating = SingleElimination().next_tables(Event(backwards))
    assert [table.entrants for table in by_rating] == [(4, 1), (3, 2)]
    given = SingleElimination(seeding=Seeding.GIVEN).next_tables(Event(backwards))
    assert [table.entrants for table in given] == [(1, 4), (2, 3)]


def test_those_still_playing_have_no_rank_yet() -> None:
    form = SingleElimination()
    event = drawn(form, Event(field(4)))
    event = with_results(event, {event.tables[0].place: favourites(event.tables[0])})
    assert [(s.number, s.rank) for s in form.standings(event)] == [(1, None), (2, None), (3, None), (4, 4)]


def rematches(entrants: int, seed: int) -> int:
    """Count pairs that meet again before the losers' final."""
    event = play(DoubleElimination(), field(entrants), chance(seed, 0.0))
    last = max(table.round for table in event.tables if table.cycle == 2)
    early = [t for t in event.tables if t.cycle == 1 or (t.cycle == 2 and t.round < last)]
    return sum(n - 1 for n in Counter(frozenset(table.entrants) for table in early).values())


def test_rematches_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = sum(rematches(32, seed) for seed in range(6))
    monkeypatch.setitem(DROP_ORDERS, 32, (natural,) * 5)
    double_knockout.cache_clear()
    assert 2 * ours < sum(rematches(32, seed) for seed in range(6))
    double_knockout.cache_clear()


@pytest.mark.parametrize("form", [SingleElimination(), DoubleElimination()], ids=type)
def test_512_entrants_fit_and_no_more(form: Format) -> None:
    assert len(form.plan(field(512)).tables) == 256
    for count in (1, 513):
        with pytest.raises(BadEntries, match=f"2 to 512 entries, not {count}"):
            form.plan(field(count))


@pytest.mark.parametrize("made", [SingleElimination, DoubleElimination])
def test_settings_that_no_elimination_has_are_refused(made: Any) -> None:
    with pytest.raises(BadSettings, match="tables of 2, not 4"):
        made(table_size=4)
    with pytest.raises(BadSettings, match="extra_legs is a whole number from 0 to 5, not 9"):
        made(extra_legs=9)


def test_tables_of_another_bracket_are_refused() -> None:
    event = Event(field(4), (Table(1, 1, 1, (1, 2)),))
    with pytest.raises(BadEvent, match=r"seats \(1, 4\).*not \(1, 2\)"):
        SingleElimination().next_tables(event)
    assert NOBODY not in event.numbers
