"""Formats by name and settings as JSON; what holds for every format; bad input."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

import pytest
from fairdeal.tournaments.formats.base import Entrant, Event, Place, Result, Table, is_over
from fairdeal.tournaments.formats.errors import BadEntries, BadEvent, BadSettings, FormatError
from fairdeal.tournaments.formats.registry import FORMATS, make_format, settings_of

from tests.fairdeal.tournaments.events import chance, drawn, field, play

FINITE = [name for name in FORMATS if name != "ladder"]


@pytest.mark.parametrize("name", FORMATS)
def test_settings_go_through_json_and_back(name: str) -> None:
    form = make_format(name, {})
    stored = json.loads(json.dumps(settings_of(form)))
    assert make_format(name, stored) == form
    assert stored["table_size"] == 2


def test_all_kinds_of_settings_are_read() -> None:
    words = {"bye_points": 0.5, "system": "dutch", "tiebreaks": ["wins", "buchholz"], "accelerated": True, "rounds": 5}
    form: Any = make_format("swiss", words)
    assert form.bye_points == Fraction(1, 2) and form.tiebreaks == ("wins", "buchholz") and form.accelerated
    assert {name: settings_of(form)[name] for name in words} == words


@pytest.mark.parametrize(
    ("name", "words", "setting", "text"),
    [
        ("knock-out", {}, "format", "a format is one of round-robin, gauntlet.*not 'knock-out'"),
        ("swiss", {"cycles": 2}, "cycles", "a swiss has the settings table_size, rounds.*not cycles"),
        ("swiss", {"system": "monrad"}, "system", "system is one of matching, dutch, not 'monrad'"),
        ("swiss", {"rounds": True}, "rounds", "rounds is a whole number, not True"),
        ("swiss", {"rounds": "7"}, "rounds", "rounds is a whole number, not '7'"),
        ("swiss", {"accelerated": 1}, "accelerated", "accelerated is true or false, not 1"),
        ("swiss", {"bye_points": 0.3}, "bye_points", "bye_points is 0, 0.5 or 1, not 0.3"),
        ("swiss", {"tiebreaks": "wins"}, "tiebreaks", "tiebreaks is a list of names, not 'wins'"),
        ("swiss", {"tiebreaks": 3}, "tiebreaks", "tiebreaks is a list of names, not 3"),
        ("swiss", {"tiebreaks": ["luck"]}, "tiebreaks", "a tie-break is one of direct_encounter.*not 'luck'"),
        ("round-robin", {"table_size": 11}, "table_size", "table_size is a whole number from 2 to 10, not 11"),
        ("round-robin", {"scoring": []}, "scoring", "scoring is one of match, blocks, not \\[\\]"),
        ("ladder", {"settled_elo": "x"}, "settled_elo", "settled_elo is a number, not 'x'"),
        ("ladder", {"settled_elo": 10**400}, "settled_elo", "not one of so many digits"),
        ("ladder", {"settled_elo": float("nan")}, "settled_elo", "from 0 to 1000 Elo, not nan"),
        ("single-elimination", {"extra_blocks": 0}, "extra_blocks", "from 1 to 1000, not 0"),
    ],
)
def test_bad_settings_are_refused_by_name(name: str, words: dict[str, Any], setting: str, text: str) -> None:
    with pytest.raises(BadSettings, match=text) as caught:
        make_format(name, words)
    assert caught.value.setting == setting
    assert isinstance(caught.value, FormatError) and isinstance(caught.value, ValueError)


@pytest.mark.parametrize("name", FINITE)
def test_too_few_entries_are_refused(name: str) -> None:
    with pytest.raises(BadEntries, match=r"not 1|1 entrants"):
        make_format(name, {}).plan(field(1))


@pytest.mark.parametrize("name", FINITE)
def test_results_in_any_order_and_one_by_one_give_the_same_standings(name: str) -> None:
    form = make_format(name, {"groups": 2} if name == "groups" else {})
    whole = play(form, field(9), chance(3, 0.2))
    other = play(form, field(9), chance(3, 0.2), order=random.Random(1))
    assert set(other.tables) == set(whole.tables)
    assert form.standings(other) == form.standings(whole)
    assert is_over(form, whole) and not is_over(form, drawn(form, Event(field(9))))


@pytest.mark.parametrize("name", FINITE)
def test_drawing_again_draws_nothing_new(name: str) -> None:
    form = make_format(name, {"groups": 2} if name == "groups" else {})
    event = drawn(form, Event(field(9)))
    assert event.tables[: len(form.plan(field(9)).tables)] == form.plan(field(9)).tables
    assert form.next_tables(event) == ()


@pytest.mark.parametrize("name", ["round-robin", "gauntlet"])
@pytest.mark.parametrize("withdrawal", ["stand", "annul_early"])
def test_schedules_with_withdrawals_end(name: str, withdrawal: str) -> None:
    form = make_format(name, {"withdrawal": withdrawal})
    rng = random.Random(4)

    def leaves(event: Event) -> list[int]:
        return [rng.choice(event.numbers)] if rng.random() < 0.1 else []

    event = play(form, field(8), chance(4), order=rng, leaves=leaves)
    standings = form.standings(event)
    assert sorted(s.number for s in standings) == list(range(1, 9))
    assert {s.number for s in standings if s.has_withdrawn} == event.withdrawn
    assert withdrawal == "annul_early" or all(s.rank for s in standings)


ONE = Table(1, 1, 1, (1, 2))


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ({"entrants": (Entrant(2),)}, "numbered from 1"),
        ({"tables": (ONE, Table(1, 1, 1, (3, 4)))}, "same place"),
        ({"tables": (Table(1, 1, 1, (1, 9)),)}, "different entrants from 1 to 4"),
        ({"tables": (Table(1, 1, 1, (1, 1)),)}, "different entrants from 1 to 4"),
        ({"tables": (ONE,), "results": {Place(1, 2, 1): Result.duel(1)}}, "no table of 2 was drawn at"),
        ({"tables": (ONE,), "results": {ONE.place: Result.placed([1, 2, 3])}}, "no table of 3 was drawn"),
        ({"tables": (Table(1, 1, 1, (3,)),), "results": {ONE.place: Result.duel(1)}}, "no table of 2"),
        ({"withdrawn": frozenset({7})}, "numbers from 1 to 4 to withdraw, not \\[7\\]"),
    ],
)
def test_events_that_contradict_themselves_are_refused(words: dict[str, Any], text: str) -> None:
    with pytest.raises(BadEvent, match=text):
        Event(**{"entrants": field(4), **words})


@pytest.mark.parametrize(
    ("blocks", "scores", "margins"),
    [(0, ((0, 0), (0, 0)), ()), (2, ((0, 1), (2, 0)), ()), (1, ((0, 1),), ()), (1, ((0, 1), (0, 0)), (1,))],
)
def test_results_that_do_not_add_up_are_refused(blocks: int, scores: Any, margins: Any) -> None:
    with pytest.raises(BadEvent):
        Result(blocks, scores, margins)
