"""The two jobs from message to answer, with real bots, a platform of our own and a broker that is a list."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import signal
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import engines
from bots.reference.house import HOUSE_BOTS
from worker.client import BundleStore, PlatformClient
from worker.contract import CheckResult, MatchResult
from worker.jobs import Jobs
from worker.sandbox import LanguageUnavailable, Sandbox, SandboxUnavailable

BOTS = Path(__file__).resolve().parents[2] / "bots"
LIMITS = {"move_ms": 100, "bank_ms": 60_000, "start_ms": 20_000, "memory_mb": 128}


def bundle(folder: Path) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main.py", (folder / "main.py").read_bytes())
    return buffer.getvalue()


class FakePlatform:
    """The platform's two doors, as a transport; `refuse` (`refuse_bundles`) answers instead when it is set."""

    def __init__(self, *bundles: bytes) -> None:
        self.bundles = {hashlib.sha256(content).hexdigest(): content for content in bundles}
        self.records: dict[int, bytes] = {}
        self.refuse: int | None = None
        self.refuse_bundles: int | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == "Lease secret"
        if request.method == "GET" and self.refuse_bundles is not None:
            return httpx.Response(self.refuse_bundles)
        if request.method == "GET":
            return httpx.Response(200, content=self.bundles[request.url.path.rsplit("/", 1)[1]])
        if self.refuse is not None:
            return httpx.Response(self.refuse)
        assert hashlib.sha256(request.content).hexdigest() == request.headers["Content-SHA256"]
        self.records[int(request.url.path.rsplit("/", 1)[1])] = request.content
        return httpx.Response(201)


class Desk:
    """A worker's jobs with everything around them in memory."""

    def __init__(self, tmp_path: Path, platform: FakePlatform, open_sandbox: Callable[[], Any]) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.seconds, self.step = 0.0, 0.01
        self.dropped = 0
        self.broker_is_away = False
        self.open_sandbox = open_sandbox
        self.stop_if_told: Callable[[], object] = lambda: None
        self.jobs = Jobs(
            worker="test:1",
            bundles=BundleStore(tmp_path / "bundles"),
            core_locks=tmp_path / "cores",
            open_sandbox=self._open,
            drop_sandbox=self._drop,
            send=self._send,
            client=lambda url, token: PlatformClient(
                url, token, transport=httpx.MockTransport(platform), sleep=lambda _: None
            ),
            now=self._now,
            stop_if_told=self._stop_if_told,
        )

    def _open(self) -> Any:
        return self.open_sandbox()

    def _stop_if_told(self) -> None:
        self.stop_if_told()

    def _send(self, task: str, message: dict[str, Any]) -> None:
        if self.broker_is_away:
            raise ConnectionError("no broker")
        self.sent.append((task, json.loads(json.dumps(message))))

    def _now(self) -> float:
        self.seconds += self.step
        return self.seconds

    def _drop(self) -> None:
        self.dropped += 1

    def result(self) -> dict[str, Any]:
        assert self.sent, "no answer was sent"
        return self.sent[-1][1]


def match_job(platform: FakePlatform, **changes: Any) -> dict[str, Any]:
    entrants = [{"bundle": sha, "language": "python", "entry": "main.py"} for sha in platform.bundles]
    return {
        "contract": 1,
        "match": 12,
        "attempt": 34,
        "token": "secret",
        "platform": "http://site",
        "game": "thirty-one",
        "players": len(entrants),
        "options": {},
        "entry": "seat",
        "entrants": entrants,
        "seeds": ["00" * 16, "11" * 16],
        "rng_seed": "22" * 16,
        "limits": LIMITS,
    } | changes


def check_job(platform: FakePlatform, **changes: Any) -> dict[str, Any]:
    return {
        "contract": 1,
        "version": 5,
        "check": 7,
        "token": "secret",
        "platform": "http://site",
        "bundle": next(iter(platform.bundles)),
        "language": "python",
        "entry": "main.py",
        "games": ["thirty-one"],
        "limits": LIMITS,
    } | changes


def house(*names: str) -> FakePlatform:
    return FakePlatform(*(bot.bundle() for bot in HOUSE_BOTS if bot.name in names))


def test_a_match_is_played_handed_in_and_answered(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.step = 1.0
    cores = os.sched_getaffinity(0)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 20}))
    assert os.sched_getaffinity(0) == cores
    tasks = [task for task, _ in desk.sent]
    assert tasks[0] == "fairdeal.match_progress" and desk.sent[0][1]["blocks_done"] == 0
    assert tasks[-1] == "fairdeal.match_result" and set(tasks[:-1]) == {"fairdeal.match_progress"}
    done = [message["blocks_done"] for _, message in desk.sent[:-1]]
    assert done == sorted(done) and len(done) > 1
    result = desk.result()
    assert (result["outcome"], result["verdict"], result["sandbox"]) == ("finished", None, "warm-pool")
    assert result["engine_version"] == engines.ENGINE_VERSION
    assert [block["index"] for block in result["blocks"]] == [0, 1]
    for block in result["blocks"]:
        stored = platform.records[block["index"]]
        assert hashlib.sha256(stored).hexdigest() == block["record"] and len(stored) == block["size"]
        records = json.loads(gzip.decompress(stored))["games"]
        for record, game in zip(records, block["games"], strict=True):
            assert list(engines.replay(record).places or ()) == game["places"]
            assert game["verdicts"] == ["ok", "ok"]
        assert [game["seating"] for game in block["games"]] == [[0, 1], [1, 0]]


THINKER = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "act":
        if message["n"] == 1:
            time.sleep(1.0)
        print(json.dumps({"n": message["n"], "action": message["legal"][0]}), flush=True)
"""


def test_progress_is_told_while_a_bot_thinks(tmp_path: Path, sandbox: Sandbox) -> None:
    (tmp_path / "main.py").write_text(THINKER)
    platform = FakePlatform(house("first").bundles.popitem()[1], bundle(tmp_path))
    desk = Desk(tmp_path, platform, lambda: sandbox)
    # Every tick is due: one before each action, and so whatever is more was sent during the thought.
    desk.step = 3.0
    desk.jobs.play_match(match_job(platform, options={"max_deals": 1}, seeds=["00" * 16]))
    assert desk.result()["outcome"] == "finished"
    [content] = platform.records.values()
    deals = [deal for game in json.loads(gzip.decompress(content))["games"] for deal in game["deals"]]
    actions = sum(len(deal["actions"]) for deal in deals)
    told = [task for task, _ in desk.sent].count("fairdeal.match_progress")
    assert told > 1 + actions


def test_a_lost_lease_ends_the_match_without_a_result(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    platform.refuse = 410
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    assert {task for task, _ in desk.sent} == {"fairdeal.match_progress"}


def test_a_record_that_the_platform_refuses_fails_the_attempt(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    platform.refuse = 413
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    assert (desk.result()["outcome"], desk.result()["verdict"]) == ("failed", "host_lost")
    assert desk.result()["blocks"] == []


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


def test_a_match_that_cannot_be_given_back_goes_back_to_its_queue(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)

    def stop() -> None:
        desk.broker_is_away = True
        sys.exit(0)

    desk.stop_if_told = stop
    with pytest.raises(SystemExit):
        desk.jobs.play_match(match_job(platform))


def test_a_game_that_no_engine_has_blames_no_bot(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, game="bridge"))
    assert (desk.result()["outcome"], desk.result()["verdict"]) == ("failed", "engine_error")


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


def test_answers_have_the_shape_of_the_contract(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    desk.jobs.play_match(match_job(platform, options={"max_deals": 2}))
    msgspec.convert(desk.result(), MatchResult)
    desk.jobs.check_bundle(check_job(platform))
    msgspec.convert(desk.result(), CheckResult)


def test_sides_are_played_whole_with_a_process_a_seat(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = house("random", "first")
    desk = Desk(tmp_path, platform, lambda: sandbox)
    job = match_job(platform, game="smear-four-handed", players=4, entry="side", seeds=["00" * 16])
    desk.jobs.play_match(job)
    [block] = desk.result()["blocks"]
    assert [game["seating"] for game in block["games"]] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    for game in block["games"]:
        assert game["verdicts"] == ["ok"] * 4
        assert game["places"][0] == game["places"][2] and game["places"][1] == game["places"][3]
        assert all(seat["moves"] > 0 for seat in game["time"])


def test_a_faulty_partner_loses_the_game_for_its_side(tmp_path: Path, sandbox: Sandbox) -> None:
    platform = FakePlatform(house("random").bundles.popitem()[1], bundle(BOTS / "misbehaving" / "crash_in_act"))
    desk = Desk(tmp_path, platform, lambda: sandbox)
    job = match_job(platform, game="smear-four-handed", players=4, entry="side", seeds=["00" * 16])
    desk.jobs.play_match(job)
    first, second = desk.result()["blocks"][0]["games"]
    assert first["places"] == [1, 3, 1, 3] and second["places"] == [3, 1, 3, 1]
    assert first["verdicts"] == ["ok", "crash", "ok", "crash"]
    assert {fault["seat"] for fault in second["faults"]} == {0, 2}
