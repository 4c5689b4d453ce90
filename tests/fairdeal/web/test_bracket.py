"""The picture of a bracket: all of it is there once, nothing lies on anything else, words say what cannot be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from fairdeal.tournaments.formats.base import Event, Place, Result, Table
from fairdeal.tournaments.formats.registry import make_format
from fairdeal.tournaments.selectors import BracketView
from fairdeal.web.bracket.duels import Duel, Played, read_duels
from fairdeal.web.bracket.picture import BOX_WIDTH, Box, Picture, draw, shortened
from fairdeal.web.bracket.sections import MOST_COLUMNS, MOST_ROWS, Part, parts_of

from tests.fairdeal.tournaments.events import chance, drawn, field, play, with_results

SINGLE, DOUBLE = "single-elimination", "double-elimination"


def duels_of(
    name: str, event: Event, played: Mapping[Place, Sequence[Played]] | None = None, **settings: Any
) -> list[Duel]:
    form = make_format(name, settings)
    names = {number: f"bot-{number}" for number in event.numbers}
    seats = form.bracket(event)  # type: ignore[attr-defined]  # both formats have one
    return read_duels(BracketView(seats, names, {}, event.results), names, played or {}, most_legs=2)


def played_out(name: str, entrants: int, **settings: Any) -> list[Duel]:
    return duels_of(name, play(make_format(name, settings), field(entrants), chance(3)), **settings)


def overlap(one: Box, other: Box) -> bool:
    beside = one.right <= other.x or other.right <= one.x
    return not beside and one.y < other.y + other.height and other.y < one.y + one.height


def check_picture(picture: Picture) -> None:
    for box in picture.boxes:
        assert box.x >= 0 and box.x + BOX_WIDTH <= picture.width
        assert box.y >= 0 and box.y + box.height <= picture.height
    assert not any(overlap(*pair) for pair in combinations(picture.boxes, 2))


@pytest.mark.parametrize("name", [SINGLE, DOUBLE])
@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 33, 64, 130])
def test_every_match_is_drawn_once_in_sections_that_can_be_seen_whole(name: str, entrants: int) -> None:
    duels = played_out(name, entrants)
    parts = parts_of(duels)
    sections = [section for part in parts for tier in part.tiers for section in tier]
    for section in sections:
        assert len(section.columns) <= MOST_COLUMNS and len(section.columns[0].duels) <= MOST_ROWS
        assert len(section.columns[-1].duels) == 1 or len(section.columns) == 1
    pictures = [draw(section, "x") for section in sections]
    for picture in pictures:
        check_picture(picture)
    shown = [box.duel for picture in pictures for box in picture.boxes]
    assert sorted(duel.label for duel in shown if duel.label) == [duel.label for duel in duels if duel.label]
    assert len({duel.place for duel in shown}) == len(shown)


@pytest.mark.parametrize("name", [SINGLE, DOUBLE])
def test_the_way_of_who_has_won_it_all_is_followed_to_the_end(name: str) -> None:
    parts = parts_of(played_out(name, 16))
    champion = parts[-1].rounds[-1].duels[-1].winner
    for part in parts:
        (picture,) = [draw(section, "x") for tier in part.tiers for section in tier]
        his = [box for box in picture.boxes if champion in {party.number for party in box.duel.parties}]
        onwards = [box for box in his if box.duel.winner == champion and box.right < picture.width - BOX_WIDTH / 2]
        ways = [way for way in picture.ways if way.state == "champion"]
        assert len(ways) == len(onwards)
        assert all(way.path.startswith(f"M{box.right} {box.middle:g}") for way, box in zip(ways, onwards, strict=True))


def test_before_the_start_the_pictures_say_where_everybody_comes_from() -> None:
    form = make_format(SINGLE, {"third_place": True})
    duels = duels_of(SINGLE, drawn(form, Event(field(6))), third_place=True)
    # Seeds 1 and 2 have byes, which have no number; the third place is played last.
    assert [duel.label for duel in duels] == [0, 1, 0, 2, 3, 4, 5, 6]
    assert [duel.state for duel in duels] == ["bye", "ready", "bye", "ready", *4 * ["unknown"]]
    assert [(party.seed, party.name, party.origin) for party in duels[4].parties] == [
        (1, "bot-1", ""),
        (None, "", "winner of 1"),
    ]
    assert [party.origin for party in duels[7].parties] == ["loser of 3", "loser of 4"]
    bracket, third = parts_of(duels)
    assert [column.title for column in bracket.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [column.title for column in third.rounds] == ["Third place"]


def test_scores_ties_walkovers_and_what_is_being_played() -> None:
    form = make_format(SINGLE, {})
    event = drawn(form, Event(field(8)))
    first, second, third, fourth = event.tables
    event = with_results(event, {first.place: Result.duel(3, 4), second.place: Result.duel(2, 4)})
    event = with_results(event, {third.place: Result.duel(2, 4)})
    event = drawn(form, event)
    legs = {table.place: table for table in event.tables if table.leg == 2}
    # In the second leg they sit the other way round: who is second at the table wins all of it.
    event = with_results(event, {second.place._replace(leg=2): Result.duel(1, 8)})
    event = with_results(event, {third.place._replace(leg=2): Result.duel(4, 8)})
    event = Event(event.entrants, event.tables, event.results, frozenset({fourth.entrants[0]}))
    played: dict[Place, Sequence[Played]] = {
        first.place: (Played(7),),
        second.place: (Played(8),),
        second.place._replace(leg=2): (Played(9),),
    }
    played[Place(1, 2, 1)] = (Played(10, is_running=True),)
    duels = duels_of(SINGLE, event, played)
    assert [duel.decided_by for duel in duels[:4]] == [
        "",
        "more blocks after a tie",
        "the higher seed after a tie",
        "walkover",
    ]
    assert len(legs) == 2
    assert [party.scores for party in duels[1].parties] == [(Fraction(2), Fraction(7)), (Fraction(2), Fraction(1))]
    assert [match.match for match in duels[1].matches] == [8, 9]
    assert duels[1].winner == second.entrants[0] and duels[3].winner == fourth.entrants[1]
    assert [duel.state for duel in duels] == ["over"] * 4 + ["running", "ready", "unknown"]


def test_the_second_final_is_shown_while_it_may_be_needed() -> None:
    def last_part(event: Event) -> Part:
        return parts_of(duels_of(DOUBLE, event))[-1]

    form = make_format(DOUBLE, {})
    titles = [column.title for column in last_part(drawn(form, Event(field(4)))).rounds]
    assert titles == ["Grand final", "Second final, if needed"]

    def favourite(table: Table) -> Result:
        return Result.duel(4 if table.entrants[0] < table.entrants[1] else 0, 4)

    assert [column.title for column in last_part(play(form, field(4), favourite)).rounds] == ["Grand final"]


def test_a_name_that_is_too_long_keeps_its_end() -> None:
    assert shortened("fox", 10) == "fox"
    assert shortened("smear-master-34", 10) == "smear-…r-34"
    assert shortened("mmmmmmmmmm", 10) == "mm…mmmm"
