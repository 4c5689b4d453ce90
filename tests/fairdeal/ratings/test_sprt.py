"""Counted results and sequential tests: against published numbers, and by simulation."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fairdeal.ratings.fit.student import normal_share
from fairdeal.ratings.sprt import Evidence, Plan, Verdict, elo_of, estimate, expected_blocks, score_of, verdict
from fairdeal.ratings.sprt import likelihood_ratio as ratio_of
from fairdeal.ratings.sprt.likelihood import logistic, normalised

GOLDEN: dict[str, Any] = json.loads((Path(__file__).resolve().parents[2] / "golden" / "ratings.json").read_text())


@pytest.mark.parametrize("case", GOLDEN["pentanomial"])
def test_elo_of_counts(case: dict[str, Any]) -> None:
    found = estimate(case["counts_low_to_high"])
    digits = 5.1e-5 if len(str(case["elo"]).split(".")[1]) > 2 else 5.1e-3
    assert found.elo == pytest.approx(case["elo"], abs=digits)
    assert found.elo_95 == pytest.approx(case["elo95"], abs=digits)
    assert found.nelo == pytest.approx(case["nelo"], abs=digits)
    assert found.nelo_95 == pytest.approx(case["nelo95"], abs=digits)
    assert found.superiority == pytest.approx(case["los"], abs=5.1e-5)
    assert found.score == pytest.approx(case.get("score", found.score), abs=5.1e-7)


@pytest.mark.parametrize("case", GOLDEN["llr"])
def test_exact_likelihood_ratios(case: dict[str, Any]) -> None:
    function = logistic if case["model"] == "logistic" else normalised
    assert function(case["counts"], case["elo0"], case["elo1"]) == pytest.approx(case["llr"], abs=5.1e-9)
    if case["model"] == "logistic":
        found = Evidence(len(case["counts"]) - 1, dict(enumerate(case["counts"])))
        assert ratio_of(Plan(case["elo0"], case["elo1"]), found) == pytest.approx(case["llr"], abs=5.1e-9)


@pytest.mark.parametrize("case", GOLDEN["llr_two_digits"])
def test_likelihood_ratios_to_two_digits(case: dict[str, Any]) -> None:
    function = logistic if case["model"] == "logistic" else normalised
    assert function(case["counts"], case["elo0"], case["elo1"]) == pytest.approx(case["llr"], abs=5.1e-3)


def test_all_wins_have_a_likelihood_ratio() -> None:
    assert normalised([0, 0, 4250], 0, 10) == pytest.approx(120.56, rel=2e-4)
    assert normalised([0, 0, 0, 0, 5550], 0, 5) == pytest.approx(111.82, rel=3e-4)


@pytest.mark.parametrize("case", GOLDEN["superiority"])
def test_superiority_without_draws(case: dict[str, Any]) -> None:
    won, lost = case["won"], case["lost"]
    assert normal_share((won - lost) / sqrt(won + lost)) == pytest.approx(case["los"], abs=5.1e-7)


@pytest.mark.parametrize("counts", [[], [1, 2], [0, 0, 0], [1, -1, 3], [1, 2, 3, 4]])
def test_counts_that_are_none_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="expected 3, 5"):
        estimate(counts)


def test_elo_and_score_are_inverse_and_finite() -> None:
    assert elo_of(score_of(123.4)) == pytest.approx(123.4)
    assert elo_of(1.0) == pytest.approx(2400, abs=1)
    assert elo_of(0.0) == pytest.approx(-2400, abs=1)


@pytest.mark.parametrize(
    "words", [{"elo0": 5, "elo1": 5}, {"alpha": 0.5}, {"beta": 0.0}, {"most_blocks": 19}, {"elo1": 401}]
)
def test_plans_that_are_none_are_refused(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Plan(**words)


def test_nothing_is_decided_before_twenty_blocks() -> None:
    found = Evidence(4)
    verdicts = []
    for _ in range(60):
        found.add(4)
        verdicts.append(verdict(Plan(0, 50, most_blocks=1000), found))
    assert set(verdicts[:19]) == {Verdict.RUNNING}
    assert verdicts[-1] == Verdict.BETTER


def test_two_equal_bots_are_told_soon_and_not_at_once() -> None:
    found, plan = Evidence(4), Plan()
    while verdict(plan, found) == Verdict.RUNNING:
        found.add(2)
    assert verdict(plan, found) == Verdict.NOT_BETTER
    # 1 in 35 blocks would be won if it were 10 Elo better: 0.95 in 100 of them.
    assert 95 < found.blocks < 110


def test_the_cap_ends_a_test_undecided() -> None:
    found = Evidence(2)
    for block in range(100):
        found.add(2 * (block % 2))
    assert verdict(Plan(most_blocks=100), found) == Verdict.UNDECIDED
    assert verdict(Plan(most_blocks=101), found) == Verdict.RUNNING
    assert (found.mean, found.variance) == (0.5, pytest.approx(25 / 99))
    with pytest.raises(ValueError, match="a score is"):
        found.add(4)


def test_before_the_first_block_there_is_no_evidence() -> None:
    found = Evidence(4)
    assert (ratio_of(Plan(), found), found.mean, found.variance) == (0, None, None)


def exact(scores: np.ndarray, counts: np.ndarray, mean: float) -> np.ndarray:
    """Return the log-likelihood of the likeliest distributions with a mean; counts are [..., scores]."""
    seen = np.where((scores == 0) | (scores == 1), np.maximum(counts, 1e-3), counts)
    values = scores - mean
    low = -1 / np.where(seen > 0, values, 0).max(axis=-1)
    high = -1 / np.where(seen > 0, values, 0).min(axis=-1)
    for _ in range(30):
        x = (low + high) / 2
        up = (seen * values / (1 + x[..., np.newaxis] * values)).sum(axis=-1) > 0
        low, high = np.where(up, x, low), np.where(up, high, x)
    return -(seen * np.log1p(((low + high) / 2)[..., np.newaxis] * values)).sum(axis=-1)


def walks(plan: Plan, points: list[int], full: int, weights: list[float], looks: np.ndarray) -> np.ndarray:
    """Return how 2000 tests end, looked at after so many blocks: 1 better, -1 not better, 0 undecided; and when."""
    rng = np.random.default_rng(20)
    drawn = np.searchsorted(np.cumsum(weights)[:-1], rng.random((2000, looks[-1])))
    counts = np.stack([np.cumsum(drawn == k, axis=1)[:, looks - 1] for k in range(len(points))], axis=-1)
    scores = np.array(points) / full
    ratio = exact(scores, counts, score_of(plan.elo1)) - exact(scores, counts, score_of(plan.elo0))
    over = (ratio >= plan.upper) | (ratio <= plan.lower)
    first = np.where(over.any(axis=1), over.argmax(axis=1), len(looks) - 1)
    ended = ratio[np.arange(2000), first]
    for run in range(20):
        found = Evidence(full, {p: int(n) for p, n in zip(points, counts[run, first[run]], strict=True) if n})
        assert ratio_of(plan, found) == pytest.approx(ended[run], abs=0.02)
    return np.stack([np.where(ended >= plan.upper, 1, np.where(ended <= plan.lower, -1, 0)), looks[first]])


def pair_weights(elo: float, decisive: float) -> list[float]:
    """Return the shares of both lost, one each and both won, as on duplicate deals."""
    tilt = 2 * score_of(elo) - 1
    return [(decisive - tilt) / 2, 1 - decisive, (decisive + tilt) / 2]


def table_weights(elo: float) -> list[float]:
    """Return the shares of differences of two versions at the same tables, from -6 to 6 tenths, tilted to the mean."""
    scores = 0.5 + np.arange(-6, 7) / 10
    shares = np.exp(-(np.arange(-6, 7) ** 2) / 8)
    low, high = -5.0, 5.0
    for _ in range(80):
        middle = (low + high) / 2
        tilted = shares * np.exp(middle * scores)
        low, high = (middle, high) if (tilted @ scores) / tilted.sum() < score_of(elo) else (low, middle)
    return list(tilted / tilted.sum())


@pytest.mark.parametrize("kind", ["even pairs", "pairs", "tables"])
def test_the_sequential_test_errs_as_rarely_as_it_says(kind: str) -> None:
    plan = Plan(0, 20, most_blocks=1600)
    points, full = (list(range(-1, 12)), 10) if kind == "tables" else ([0, 1, 2], 2)
    looks = np.arange(20, 1601, 40)
    for elo, right in ((0.0, -1), (20.0, 1)):
        weights = table_weights(elo) if kind == "tables" else pair_weights(elo, 0.1 if kind == "even pairs" else 0.19)
        ended, blocks = walks(plan, points, full, weights, looks)
        assert (ended == -right).mean() <= 0.075
        assert (ended == 0).mean() <= 0.01
        variance = float(weights @ (np.array(points) / full - 0.5) ** 2)
        if kind != "even pairs":  # with so few of them decided, a look every forty blocks is much of the test
            assert blocks.mean() == pytest.approx(expected_blocks(plan, elo, variance), rel=0.4)


def test_it_takes_longest_in_the_middle() -> None:
    plan = Plan(0, 10)
    blocks = [expected_blocks(plan, elo, 0.055) for elo in (-10, 0, 5, 10, 20)]
    assert blocks[2] == max(blocks)
    # (2.944 / step)^2 in the middle: independent of any approximation of chances.
    assert blocks[2] == pytest.approx(2.944439**2 * 0.055 / (score_of(10) - score_of(0)) ** 2, rel=1e-3)
    assert blocks[1] == pytest.approx(blocks[3], rel=1e-3)
    assert expected_blocks(Plan(0, 10, most_blocks=300), 5, 0.055) == 300
    with pytest.raises(ValueError, match="variance"):
        expected_blocks(plan, 0, 0.0)
