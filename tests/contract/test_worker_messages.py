"""The worker's end of the contract: every golden message is read, or written, exactly."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from worker import contract
from worker.contract import (
    CheckJob,
    CheckProgress,
    CheckResult,
    ContractError,
    MatchJob,
    MatchProgress,
    MatchResult,
    WorkerState,
    read_job,
)
from worker.sandbox.languages import LANGUAGES

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "contract"
JOBS = {"play_match": MatchJob, "check_bundle": CheckJob}
ANSWERS = {
    "match_progress": MatchProgress,
    "match_result": MatchResult,
    "match_result_failed": MatchResult,
    "match_result_returned": MatchResult,
    "check_progress": CheckProgress,
    "check_result_passed": CheckResult,
    "check_result_failed": CheckResult,
    "check_result_broken": CheckResult,
    "worker_state": WorkerState,
    "worker_state_unfit": WorkerState,
}


def golden(name: str) -> dict[str, Any]:
    message: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return message


@pytest.mark.parametrize("name", JOBS)
def test_a_job_is_read_with_all_its_fields(name: str) -> None:
    job = read_job(golden(name), JOBS[name])
    assert contract.to_message(job) == golden(name)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_written_as_the_platform_reads_it(name: str) -> None:
    struct = msgspec.convert(golden(name), ANSWERS[name], strict=True)
    written = contract.to_message(struct)
    assert written == golden(name)
    assert json.loads(json.dumps(written)) == written


def test_a_result_tells_wall_time_and_peak_of_every_seat() -> None:
    times = [time for block in golden("match_result")["blocks"] for game in block["games"] for time in game["time"]]
    assert times and all(time["wall_ms"] > 0 and time["peak_kib"] > 0 for time in times)


def test_every_golden_message_is_of_a_known_kind() -> None:
    worker_side = {path.stem for path in GOLDEN.glob("*.json")}
    assert set(JOBS) | set(ANSWERS) <= worker_side


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("contract",), 2),
        (("match",), "12"),
        (("token",), None),
        (("entry",), "table"),
        (("entrants",), []),
        (("entrants", 0, "bundle"), "../../etc/passwd"),
        (("entrants", 0, "entry"), "../main.py"),
        (("entrants", 0, "entry"), "/bin/sh"),
        (("entrants", 0, "entry"), ""),
        (("seeds",), []),
        (("seeds", 0), "00"),
        (("rng_seed",), "no hex at all, but long enough to be one"),
        (("limits", "move_ms"), 0),
        (("limits", "memory_mb"), -1),
    ],
)
def test_a_job_that_breaks_the_contract_is_refused(path: tuple[str | int, ...], value: object) -> None:
    message: Any = copy.deepcopy(golden("play_match"))
    place = message
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(ContractError, match=str(path[0])):
        read_job(message, MatchJob)


def test_task_names_and_queue_are_those_of_the_contract() -> None:
    assert (contract.PLAY_MATCH, contract.CHECK_BUNDLE) == ("worker.play_match", "worker.check_bundle")
    assert (contract.MATCH_PROGRESS, contract.MATCH_RESULT) == ("fairdeal.match_progress", "fairdeal.match_result")
    assert (contract.CHECK_PROGRESS, contract.CHECK_RESULT) == ("fairdeal.check_progress", "fairdeal.check_result")
    assert contract.INBOX_QUEUE == "inbox"


def test_the_languages_are_those_that_uploads_may_name() -> None:
    assert sorted(LANGUAGES) == json.loads((GOLDEN / "languages.json").read_text())
