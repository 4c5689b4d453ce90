"""A match from message to answer, with real bots."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import sys
from pathlib import Path

import pytest

import engines
from tests.worker.desk import BOTS, Desk, FakePlatform, bundle, house, match_job
from worker.sandbox import Sandbox


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
