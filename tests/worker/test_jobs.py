"""What both kinds of job do where bots cannot be run, and the shape of their answers."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.worker.desk import Desk, check_job, house, match_job
from worker.contract import CheckResult, MatchResult
from worker.sandbox import LanguageUnavailable, Sandbox, SandboxUnavailable


def test_without_a_sandbox_a_match_fails_and_a_check_is_broken(tmp_path: Path) -> None:
    def unavailable() -> Any:
        raise SandboxUnavailable("bwrap not found", "apt-get install bubblewrap")

    platform = house("random", "first")
    desk = Desk(tmp_path, platform, unavailable)
    desk.jobs.play_match(match_job(platform))
    assert (desk.result()["outcome"], desk.result()["verdict"]) == ("failed", "sandbox_failed")
    assert "apt-get install bubblewrap" in desk.result()["reason"]
    desk.jobs.check_bundle(check_job(platform))
    assert desk.result()["outcome"] == "broken"
    assert "bwrap not found" in desk.result()["report"]["summary"]


class LacksNode:
    """A sandbox without Node.js."""

    name = "warm-pool"

    def require_language(self, name: str) -> None:
        if name == "node":
            raise LanguageUnavailable("bots in 'node' cannot be run here", "apt-get install nodejs")

    def start_seat(self, *_: Any) -> Any:
        raise AssertionError("no seat may be started")


def test_a_language_that_the_worker_lacks_blames_no_bot_and_no_sandbox(tmp_path: Path) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, LacksNode)
    job = match_job(platform)
    job["entrants"][1]["language"] = "node"
    desk.jobs.play_match(job)
    assert (desk.result()["outcome"], desk.result()["verdict"]) == ("failed", "sandbox_failed")
    assert "apt-get install nodejs" in desk.result()["reason"]
    desk.jobs.check_bundle(check_job(platform, language="node"))
    assert desk.result()["outcome"] == "broken"
    assert desk.dropped == 0


def test_a_sandbox_that_ends_with_a_stop_is_not_blamed(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    told: list[bool] = []
    desk.stop_if_told = lambda: told and sys.exit(0)

    def dies() -> Any:
        told.append(True)
        raise SandboxUnavailable("the zygote has ended: Broken pipe", "restart the worker")

    desk.open_sandbox = dies
    desk.jobs.play_match(match_job(platform))
    assert (desk.result()["outcome"], desk.result()["verdict"]) == ("returned", None)
    with pytest.raises(SystemExit):
        desk.jobs.check_bundle(check_job(platform))
    assert [task for task, _ in desk.sent] == ["fairdeal.match_result", "fairdeal.check_progress"]


class Dying:
    """A sandbox whose zygote is killed when the last of four bots sits."""

    name = "warm-pool"

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.left = 4

    def require_language(self, name: str) -> object:
        return self.sandbox.require_language(name)

    def start_seat(self, *words: Any) -> Any:
        seat = self.sandbox.start_seat(*words)
        self.left -= 1
        if self.left == 0:
            os.kill(self.sandbox.zygote().pid, signal.SIGKILL)
        return seat


def test_a_match_whose_zygote_dies_is_handed_back_and_the_next_is_played(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    dying = Dying(sandbox)
    desk = Desk(tmp_path, platform, lambda: dying)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    result = desk.result()
    assert (result["outcome"], result["verdict"], result["blocks"]) == ("failed", "sandbox_failed", [])
    assert desk.dropped == 1
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    assert desk.result()["outcome"] == "finished"


def test_answers_have_the_shape_of_the_contract(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    msgspec.convert(desk.result(), MatchResult)
    desk.jobs.check_bundle(check_job(platform))
    msgspec.convert(desk.result(), CheckResult)
