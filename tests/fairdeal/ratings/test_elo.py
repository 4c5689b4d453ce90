"""Fixed-point Elo against the golden numbers, and what must hold for any numbers."""

from __future__ import annotations

import json
from decimal import Decimal, getcontext
from pathlib import Path
from typing import Any

import pytest
from fairdeal.ratings.elo import ONE, START, Rated, duel, expected, rdiv, step, table, teams
from hypothesis import given
from hypothesis import strategies as st

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "golden" / "elo_fixed_point.json").read_text()
)
players = st.builds(Rated, st.integers(0, 4_000_000), st.integers(0, 3000))


@pytest.mark.parametrize(("difference", "score"), [(int(d) * 1000, e) for d, e in GOLDEN["T"].items()])
def test_the_table_of_expected_scores(difference: int, score: int) -> None:
    assert expected(difference) == score


@pytest.mark.parametrize(("difference", "score"), [(int(d), e) for d, e in GOLDEN["E"].items()])
def test_expected_scores_between_the_entries(difference: int, score: int) -> None:
    assert expected(difference) == score


@pytest.mark.parametrize(("units", "k"), [(int(n), k) for n, k in GOLDEN["K_mElo"].items()])
def test_the_step(units: int, k: int) -> None:
    assert step(units) == k


def test_the_whole_table_agrees_with_forty_digits() -> None:
    getcontext().prec = 40
    for d in range(2401):
        exact = ONE / (1 + Decimal(10) ** (Decimal(-d) / 400))
        assert expected(1000 * d) == int(exact.to_integral_value())


def test_the_golden_sequence_of_duels_table_and_teams() -> None:
    elo = dict.fromkeys("ABCDE", START)
    units = dict.fromkeys("ABCDE", 0)

    def rated(names: str | list[str]) -> list[Rated]:
        return [Rated(elo[name], units[name]) for name in names]

    for row in GOLDEN["steps"]:
        if row["op"] == "duel":
            names = [row["a"], row["b"]]
            change = duel(*rated(names), row["S_millionths"] * 4 // ONE, 2)
            assert change == row["delta_mElo"]
            changes = [change, -change]
        elif row["op"] == "table":
            names = row["seats"]
            scores = [[2 * (a < b) + (a == b) for b in row["rank"]] for a in row["rank"]]
            changes = table(rated(names), scores, 1)
            assert changes == row["delta"]
        else:
            names = row["A"] + row["B"]
            first, second = teams(rated(row["A"]), rated(row["B"]), row["S_millionths"] * 2 // ONE, 1)
            changes = first + second
        for name, change in zip(names, changes, strict=True):
            elo[name] += change
            units[name] += 1
        assert elo == row["R"]
    assert sum(elo.values()) == 5 * START


@pytest.mark.parametrize(
    ("numerator", "denominator", "result"), [(5, 2, 3), (-5, 2, -3), (4, 3, 1), (-4, 3, -1), (0, 7, 0), (-1, 2, -1)]
)  # fmt: skip
def test_halves_are_rounded_away_from_zero(numerator: int, denominator: int, result: int) -> None:
    assert rdiv(numerator, denominator) == result


@given(players, players, st.integers(1, 8), st.data())
def test_a_duel_seen_from_the_other_side_is_its_negative(a: Rated, b: Rated, games: int, data: st.DataObject) -> None:
    points = data.draw(st.integers(0, 2 * games))
    assert duel(a, b, points, games) == -duel(b, a, 2 * games - points, games)
    assert table([a, b], [[0, points], [2 * games - points, 0]], games)[0] == duel(a, b, points, games)


@given(st.lists(players, min_size=2, max_size=7), st.data())
def test_nothing_is_made_or_lost_at_a_table(seats: list[Rated], data: st.DataObject) -> None:
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(seats), max_size=len(seats)))
    scores = [[2 * (a < b) + (a == b) for b in ranks] for a in ranks]
    assert sum(table(seats, scores, 1)) == 0


@given(players, st.integers(2, 7), st.integers(1, 4))
def test_equal_places_and_equal_ratings_change_equally(player: Rated, size: int, games: int) -> None:
    draws = [[games * (i != j) for j in range(size)] for i in range(size)]
    assert table([player] * size, draws, games) == [0] * size


@given(st.lists(players, min_size=1, max_size=4), st.lists(players, min_size=1, max_size=4), st.integers(0, 4))
def test_nothing_is_made_or_lost_between_teams(first: list[Rated], second: list[Rated], points: int) -> None:
    ours, theirs = teams(first, second, points, 2)
    assert sum(ours) + sum(theirs) == 0
    assert max(ours) - min(ours) <= 1


def test_thirds_stay_exact() -> None:
    a = Rated(START, 0)
    # 4 of 6 half points is two thirds: 40 Elo times one sixth.
    assert duel(a, a, 4, 3) == rdiv(40_000, 6)


@pytest.mark.parametrize(("points", "games"), [(-1, 1), (3, 1), (1, 0)])
def test_impossible_scores_are_refused(points: int, games: int) -> None:
    with pytest.raises(ValueError, match="half points"):
        duel(Rated(START, 0), Rated(START, 0), points, games)


def test_a_matrix_that_does_not_add_up_is_refused() -> None:
    player = Rated(START, 0)
    with pytest.raises(ValueError, match="add up"):
        table([player, player], [[0, 2], [2, 0]], 1)
    with pytest.raises(ValueError, match="same size"):
        table([player, player], [[0, 2]], 1)
