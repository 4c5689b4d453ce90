"""A worker with other rules: it gives matches back and takes no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import engines
from worker.contract import ContractError
from worker.rules import refusal

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "contract"


def job(version: str | None) -> dict[str, Any]:
    message: dict[str, Any] = json.loads((GOLDEN / "play_match.json").read_text())
    message.pop("engine_version")
    return message if version is None else {**message, "engine_version": version}


@pytest.mark.parametrize("version", [engines.ENGINE_VERSION, None])
def test_a_match_of_its_own_rules_is_played(version: str | None) -> None:
    assert refusal(job(version), "host:1") is None


def test_a_match_of_other_rules_is_given_back() -> None:
    answer = refusal(job("0.9.0"), "host:1")
    assert answer is not None
    assert (answer.outcome, answer.blocks, answer.token, answer.attempt) == ("returned", [], "l3a5e-token", 34)
    assert "0.9.0" in answer.reason
    assert engines.ENGINE_VERSION in answer.reason


def test_what_is_no_job_is_no_matter_of_rules() -> None:
    with pytest.raises(ContractError):
        refusal({"contract": 2}, "host:1")
