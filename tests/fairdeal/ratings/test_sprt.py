"""Counted results and sequential tests: against published numbers, and by simulation."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from fairdeal.ratings.fit.student import normal_share
from fairdeal.ratings.sprt import Evidence, Plan, Verdict, elo_of, estimate, expected_blocks, score_of, verdict
from fairdeal.ratings.sprt import likelihood_ratio as ratio_of
from fairdeal.ratings.sprt.likelihood import logistic, normalised

from tests.fairdeal.ratings.walks import KINDS, check_errors

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


@pytest.mark.parametrize("kind", KINDS)
def test_the_sequential_test_errs_as_rarely_as_it_says(kind: str) -> None:
    # `tests/long` has the two thousand runs.
    check_errors(kind, runs=300)


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
