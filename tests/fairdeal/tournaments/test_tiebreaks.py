"""Tie-breaks: the published numbers, and how unplayed rounds count."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fairdeal.tournaments import tiebreaks
from fairdeal.tournaments.formats.base import Event, Place, Result, Table, Withdrawal
from fairdeal.tournaments.formats.errors import BadSettings
from fairdeal.tournaments.formats.round_robin import RoundRobin
from fairdeal.tournaments.formats.scores import HALF, Kind, Line, Scoring, lines_of
from fairdeal.tournaments.formats.swiss import Swiss
from fairdeal.tournaments.formats.trf import read_trf
from fairdeal.tournaments.tiebreaks import TieBreak, adjusted_score, rank, virtual_score

from tests.fairdeal.tournaments.events import drawn, field, play, with_results

GOLDEN_DIR = Path(__file__).resolve().parents[2] / "golden"
GOLDEN: dict[str, Any] = json.loads((GOLDEN_DIR / "pairing.json").read_text())


def test_the_numbers_of_a_swiss_of_eight() -> None:
    order = (TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_CUT_1, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
    event = read_trf((GOLDEN_DIR / "swiss" / "swiss_k_8_4_7.trf").read_text()).event
    found = {s.number: [s.points, *s.tiebreaks] for s in Swiss(rounds=4, tiebreaks=order).standings(event)}
    assert found == {int(number): values for number, values in GOLDEN["swiss_8x4_seed7"]["tiebreaks"].items()}


@pytest.mark.parametrize("case", GOLDEN["tiebreak_unplayed_2009"]["cases"])
def test_the_virtual_opponent_of_an_unplayed_round(case: dict[str, Any]) -> None:
    assert virtual_score(case["n"], case["R"], Fraction(case["SPR"]), Fraction(case["SfPR"])) == case["Svon"]


def history(points: str, unplayed: int, worth: int) -> list[Line]:
    """Make a history from points a round ('1', '=', '0'), of which one round was not played."""
    values = {"1": Fraction(1), "=": HALF, "0": Fraction(0)}
    lines = [
        Line(Place(1, number, 1), Kind.PLAYED, values[sign], (2,), (values[sign],))
        for number, sign in enumerate(points, start=1)
    ]
    kind = Kind.BYE if worth else Kind.ABSENT
    lines[unplayed - 1] = Line(Place(1, unplayed, 1), kind, Fraction(worth))
    return lines


@pytest.mark.parametrize(
    ("points", "unplayed", "worth", "own", "for_opponents"),
    [("111010100", 3, 1, 5.0, 4.5), ("1111000==", 7, 0, 6.0, 5.5), ("1=0111000", 3, 0, 5.5, 5.0)],
)
def test_an_unplayed_round_in_ones_own_sum_and_in_those_of_others(
    points: str, unplayed: int, worth: int, own: float, for_opponents: float
) -> None:
    lines = history(points, unplayed, worth)
    scores = [score for score, _ in tiebreaks.opponents_of(1, {1: lines, 2: []})]
    assert scores[unplayed - 1] == own
    assert adjusted_score(lines) == for_opponents


def test_sonneborn_berger_of_a_published_table() -> None:
    # Lippstadt 2003, two points a win: beat those with 10, 9 and 4, drew with those with 14, 12, 11, 9 and 3.
    others = {2: 10, 3: 9, 4: 4, 5: 14, 6: 12, 7: 11, 8: 9, 9: 3}
    shares = [Fraction(1)] * 3 + [HALF] * 5
    histories = {number: [_fixed(Fraction(score), 1)] for number, score in others.items()}
    histories[1] = [_fixed(share, number) for number, share in zip(others, shares, strict=True)]
    assert tiebreaks.sonneborn_berger(1, histories) == 47.5


def _fixed(points: Fraction, opponent: int) -> Line:
    return Line(Place(1, opponent, 1), Kind.PLAYED, points, (opponent,), (points,))


def test_direct_encounter_decides_only_where_all_have_met() -> None:
    event = drawn(RoundRobin(), Event(field(4)))
    wins = {(1, 4): 1, (2, 3): 1, (4, 3): 1, (1, 2): 0, (2, 4): 0, (3, 1): 0}
    results = {table.place: Result.duel(wins[table.entrants]) for table in event.tables}
    standings = RoundRobin().standings(with_results(event, results))
    # 1, 2 and 4 have two points each, one of them against each other.
    assert [(s.number, s.rank, s.tiebreaks[0]) for s in standings] == [(1, 1, 1), (2, 1, 1), (4, 1, 1), (3, 4, None)]
    two_rounds = {place: result for place, result in results.items() if place.round < 3}
    standings = RoundRobin().standings(with_results(event, two_rounds))
    assert [(s.number, s.rank, s.tiebreaks[0]) for s in standings] == [(2, 1, None), (1, 2, 1), (4, 3, 0), (3, 4, None)]
    one_round = {place: result for place, result in results.items() if place.round < 2}
    assert all(s.tiebreaks[0] is None for s in RoundRobin().standings(with_results(event, one_round)))


def test_equals_share_a_rank_and_the_margin_is_a_mean_of_blocks() -> None:
    event = drawn(RoundRobin(), Event(field(4)))
    results = {table.place: Result.duel(2, 4, margin=12 if table.entrants == (1, 4) else 0) for table in event.tables}
    standings = RoundRobin().standings(with_results(event, results))
    assert [(s.number, s.rank) for s in standings] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert standings[0].tiebreaks[-1] == 1


def test_tie_breaks_go_by_the_order_asked_for() -> None:
    lines = {
        1: [_fixed(Fraction(1), 2), _fixed(Fraction(0), 2)],
        2: [_fixed(HALF, 1), _fixed(HALF, 1)],
    }
    by_wins = rank(lines, (TieBreak.WINS,))
    assert [s.number for s in by_wins] == [1, 2]
    assert [s.rank for s in rank(lines, ())] == [1, 1]


@pytest.mark.parametrize(("names", "found"), [(["wins", "luck"], "'luck'"), (["wins", "wins"], "once")])
def test_unknown_and_doubled_tie_breaks_are_refused(names: list[str], found: str) -> None:
    with pytest.raises(BadSettings, match=found):
        tiebreaks.order_of(names)


def test_a_walkover_is_a_win_and_at_larger_tables_a_half_against_the_rest() -> None:
    tables = (Table(1, 1, 1, (1, 2)), Table(1, 1, 2, (3, 4, 5)))
    lines = lines_of(Event(field(5), tables, withdrawn=frozenset({2, 5})), scoring=Scoring.BLOCKS)
    assert [(line.kind, line.points) for number in (1, 2, 3, 5) for line in lines[number]] == [
        (Kind.WALKOVER, 1),
        (Kind.ABSENT, 0),
        (Kind.WALKOVER, Fraction(3, 4)),
        (Kind.ABSENT, 0),
    ]


@pytest.mark.parametrize(("played", "is_annulled"), [(1, True), (2, False)])
def test_who_leaves_before_half_way_is_annulled_if_the_organiser_said_so(played: int, is_annulled: bool) -> None:
    form = RoundRobin(withdrawal=Withdrawal.ANNUL_EARLY)
    event = drawn(form, Event(field(5)))
    own = [table for table in event.tables if 1 in table.entrants]
    others = [table for table in event.tables if 1 not in table.entrants]
    results = {table.place: Result.duel(4, 4) for table in [*own[:played], *others]}
    event = Event(event.entrants, event.tables, results, frozenset({1}))
    standings = {s.number: s for s in form.standings(event)}
    assert (standings[1].rank is None) == is_annulled
    assert sum(s.played for s in standings.values()) == 2 * (len(others) + (0 if is_annulled else played))
    assert all(s.byes == (0 if is_annulled else 1) for n, s in standings.items() if n in {*own[-1].entrants} - {1})
    assert standings[1].has_withdrawn


def test_points_are_a_mean_where_not_all_have_as_many_tables() -> None:
    owners = ["ada"] * 4 + [None] * 3
    form = RoundRobin(3)
    standings = form.standings(play(form, field(7, owners)))
    # The four of one owner win all their tables, but have fewer of them than the house bots, who share the rest.
    assert {s.number for s in standings[:4]} == {1, 2, 3, 4}
    assert max(s.played for s in standings[:4]) < min(s.played for s in standings[4:])
