"""The fit against published examples, to the digits that are given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fairdeal.ratings.elo import expected
from fairdeal.ratings.fit import in_pieces, solve, student, table_shape
from fairdeal.ratings.fit.contests import Contests, add_up
from fairdeal.ratings.fit.prior import ELO

GOLDEN: dict[str, Any] = json.loads((Path(__file__).resolve().parents[2] / "golden" / "ratings.json").read_text())


def duels(bots: int, rows: list[tuple[int, int, int]]) -> Contests:
    """Add up single games: first, second, half points of the first."""
    table = np.array(rows)
    source = in_pieces(table[:, :2], table[:, 2:], np.arange(len(table)))
    return add_up(bots, table_shape(2, 1), source)


def without_prior(contests: Contests) -> tuple[np.ndarray, np.ndarray]:
    """Return strengths and model-based standard errors relative to bot 0, as good as without a prior."""
    found, information = solve.strengths(contests, 1e-12 * np.eye(contests.bots), 0)
    return found, np.sqrt(np.diag(np.linalg.inv(information[1:, 1:])))


def test_baseball_1987() -> None:
    data = GOLDEN["baseball"]
    names = sorted(data["logit"])
    rows = []
    for home, away, won, lost in data["rows_home_away_home_won_away_won"]:
        pair = (names.index(home), names.index(away))
        rows += [(*pair, 2)] * won + [(*pair, 0)] * lost
    found, errors = without_prior(duels(7, rows))
    assert found == pytest.approx([data["logit"][name] for name in names], abs=5e-5)
    assert errors == pytest.approx([data["standard_error"][name] for name in names[1:]], abs=5e-5)
    assert ELO * found == pytest.approx([data["elo"][name] for name in names], abs=5e-3)


def test_pudding_with_draws_as_half_a_win() -> None:
    data = GOLDEN["pudding"]
    rows = []
    for i, j, _n, won, lost, tied in data["rows_i_j_n_won_lost_tied"]:
        rows += [(i - 1, j - 1, 2)] * won + [(i - 1, j - 1, 0)] * lost + [(i - 1, j - 1, 1)] * tied
    found, _errors = without_prior(duels(6, rows))
    assert found == pytest.approx(data["half_point_logit"], abs=5e-5)
    assert ELO * found == pytest.approx(data["elo"], abs=6e-3)


def test_four_games_of_three() -> None:
    data = GOLDEN["two_thirds"]
    found, _errors = without_prior(duels(3, [(won, lost, 2) for won, lost in data["games_won_lost"]]))
    worth = np.exp(found)
    assert 3 * worth / worth.sum() == pytest.approx(data["worth_sum_3"], abs=5e-8)


def test_a_cycle_of_three_is_level() -> None:
    found, _errors = without_prior(duels(3, [(0, 1, 2), (1, 2, 2), (2, 0, 2)]))
    assert found == pytest.approx([0, 0, 0], abs=1e-9)


@pytest.mark.parametrize(("difference", "score"), [(float(d), e) for d, e in GOLDEN["elo_expected"].items()])
def test_the_elo_formula(difference: float, score: float) -> None:
    assert solve.expected(np.array([difference / ELO]))[0] == pytest.approx(score, abs=1e-12)
    assert expected(round(1000 * difference)) == pytest.approx(1e6 * score, abs=0.51)


def test_the_example_of_five_rounds() -> None:
    data = GOLDEN["wikipedia"]
    hopes = [expected(1000 * (data["rating"] - opponent)) / 1e6 for opponent in data["opponents"]]
    assert sum(hopes) == pytest.approx(data["expected_sum"], abs=3e-6)
    assert data["rating"] + data["k"] * (sum(data["scores"]) - sum(hopes)) == pytest.approx(data["new"], abs=6e-3)


@pytest.mark.parametrize("case", GOLDEN["multi_player_elo"])
def test_multi_player_elo_is_the_sum_of_its_duels(case: dict[str, Any]) -> None:
    ratings, ranks, n = case["ratings"], case["rank"], len(case["rank"])
    after = []
    for i in range(n):
        surplus = [
            (ranks[i] < ranks[j]) + (ranks[i] == ranks[j]) / 2 - expected(1000 * (ratings[i] - ratings[j])) / 1e6
            for j in range(n)
            if j != i
        ]
        after.append(ratings[i] + case["K"] * 2 / n * sum(surplus))
    assert after == pytest.approx(case["new"], abs=1e-4)


# Tables of Student's distribution, two-sided 5 %.
@pytest.mark.parametrize(
    ("df", "value"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (19, 2.0930), (100, 1.9840), (20_000, 1.9600)]
)
def test_t_quantiles(df: int, value: float) -> None:
    assert student.t_quantile(df) == pytest.approx(value, abs=1e-4)
    assert student.t_share(value, df) == pytest.approx(0.975, abs=1e-4)


# Tables of the F distribution, upper 2.5 % and 5 %.
@pytest.mark.parametrize(
    ("share", "df1", "df2", "value"), [(0.975, 5, 10, 4.2361), (0.95, 3, 20, 3.0984), (0.95, 1, 1, 161.4476)]
)
def test_f_quantiles(share: float, df1: int, df2: int, value: float) -> None:
    assert student.f_quantile(share, df1, df2) == pytest.approx(value, rel=1e-4)


@pytest.mark.parametrize("wrong", [(0.0, 1.0, 0.5), (1.0, 1.0, 1.5), (1.0, -1.0, 0.5)])
def test_no_share_outside_the_beta_distribution(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="expected a > 0"):
        student.beta_share(*wrong)
