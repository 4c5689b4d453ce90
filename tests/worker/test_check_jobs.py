"""A check of a bundle from message to answer, with real bots."""

from __future__ import annotations

from pathlib import Path

import pytest

import engines
from tests.worker.desk import BOTS, Desk, FakePlatform, bundle, check_job, house
from worker.sandbox import Sandbox


def test_a_check_that_was_given_up_ends_without_a_report(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random")
    platform.refuse_bundles = 410
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform))
    assert [task for task, _ in desk.sent] == ["fairdeal.check_progress"]


def test_a_bot_that_hangs_is_found_out_by_a_check_before_its_time_is_over(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("worker.jobs.CHECK_HANG_S", 0.5)
    platform = FakePlatform(bundle(BOTS / "misbehaving" / "hang"))
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform))
    report = desk.result()["report"]
    assert desk.result()["outcome"] == "failed"
    assert report["steps"][-1]["verdict"] == "time_limit"
    assert "used no CPU time" in report["steps"][-1]["detail"]


@pytest.mark.parametrize("name", ["random", "first"])
def test_a_good_bot_passes_its_check(tmp_path: Path, sandbox: Sandbox, name: str) -> None:
    platform = house(name)
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform))
    result = desk.result()
    assert result["outcome"] == "passed", result["report"]
    tasks = [task for task, _ in desk.sent]
    assert tasks[0] == "fairdeal.check_progress" and set(tasks[:-1]) == {"fairdeal.check_progress"}
    names = [step["name"] for step in result["report"]["steps"]]
    assert names[0] == "start"
    assert f"thirty-one, {engines.make_game('thirty-one').max_players} players against random" in names


@pytest.mark.parametrize(
    ("folder", "step", "verdict"),
    [
        ("crash_at_start", "start", "start_failed"),
        ("syntax_error", "start", "start_failed"),
        ("illegal_action", "thirty-one", "illegal_action"),
        ("crash_in_act", "thirty-one", "crash"),
    ],
)
def test_a_faulty_bot_is_told_what_where_and_why(
    tmp_path: Path, sandbox: Sandbox, folder: str, step: str, verdict: str
) -> None:
    platform = FakePlatform(bundle(BOTS / "misbehaving" / folder))
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform))
    result = desk.result()
    assert result["outcome"] == "failed"
    last = result["report"]["steps"][-1]
    assert last["name"].startswith(step) and last["verdict"] == verdict and last["detail"]
    assert verdict in result["report"]["summary"]
    if step != "start":
        assert last["state"]["game"] == "thirty-one" and last["legal"]
    if verdict != "illegal_action":
        assert "Error" in last["stderr"]


def test_an_entry_that_does_not_exist_fails_to_start(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform, entry="other.py"))
    assert desk.result()["report"]["steps"][-1]["verdict"] == "start_failed"


def test_a_game_that_is_claimed_but_does_not_exist_fails_the_check(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.check_bundle(check_job(platform, games=["bridge"]))
    assert desk.result()["outcome"] == "failed"
    assert "bridge" in desk.result()["report"]["steps"][-1]["detail"]
