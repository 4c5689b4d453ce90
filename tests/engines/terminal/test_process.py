"""Bots at the terminal's table: each a process of its own, ended whatever it does."""

import json
import os
import select
import signal
from pathlib import Path

import pytest

import engines
from engines.core.errors import EngineError
from engines.terminal import process
from engines.terminal.process import BotFailure, BotProcess, entry_of
from tests.engines.terminal.table import SEED, sit_down

ROOT = Path(__file__).parents[3]
BOTS = ROOT / "bots"
GOOD = """
import json, os, sys
for line in sys.stdin:
    message = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready"}}), flush=True)
    elif message["type"] == "act":
        action = message["legal"][0].split("..")[0]
        print(json.dumps({{"n": message["n"], "action": action}}), flush=True)
"""


def write(path, text):
    path.write_text(text)
    return path


def test_a_bot_speaks_the_protocol(tmp_path):
    log = tmp_path / "log"
    bot = write(tmp_path / "bot.py", GOOD.format(log=str(log)))
    state, _ = sit_down("thirty-one", humans=(), bots={1: bot}, players=2, options={"max_deals": 3})
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    start, *requests, end = messages
    assert (start["type"], start["protocol"], start["game"], start["seat"]) == ("start", 1, "thirty-one", 1)
    assert start["options"] == state.game.options
    assert len(start["rng"]) == 16
    assert [request["n"] for request in requests] == list(range(1, len(requests) + 1))
    assert all(request["observation"]["to_act"] == 1 for request in requests)
    assert (end["type"], end["places"], end["totals"]) == ("end", list(state.places), state.totals)
    told = [event for message in [*requests, end] for event in message["events"]]
    assert told == state.events_for(1)


def test_house_bots_play_from_their_folders():
    state, shown = sit_down(
        "smear-four-handed",
        bots={1: BOTS / "reference" / "rules", 2: BOTS / "reference" / "random" / "main.py"},
        options={"max_deals": 2},
    )
    assert state.is_over
    assert "is out" not in shown


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("crash_at_start", "has ended before the game"),
        ("crash_in_act", "has ended before the game; its log ends:"),
        ("illegal_action", "'castle kingside' begins with no verb"),
        ("nonsense_answer", "no JSON object"),
        ("no_ready", "which is no JSON object"),
        ("wrong_n", "answered"),
        ("long_line", "no JSON object of at most 65536 bytes"),
        ("syntax_error", "SyntaxError"),
        ("hang", "did not answer within 0.5 s"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_game_goes_on(monkeypatch, fault, said):
    monkeypatch.setattr(BotProcess.__init__, "__defaults__", (0.5 if fault == "hang" else 10.0,))
    bot = BOTS / "misbehaving" / fault
    state, shown = sit_down("thirty-one", humans=(), bots={0: bot}, players=3, options={"max_deals": 2})
    assert state.is_over
    assert shown.count("Seat 0 is out: ") == 1
    assert said in shown
    assert "the passive rule plays on" in shown


def test_the_process_and_its_children_are_ended_and_reaped(tmp_path):
    pids = tmp_path / "pids"
    text = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(pids)!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
print('{{"type":"ready"}}', flush=True)
time.sleep(600)
"""
    bot = BotProcess(write(tmp_path / "bot.py", text), 0)
    bot.start(engines.make_game("thirty-one").new_state(SEED))
    own, child = map(int, pids.read_text().split())
    watched = os.pidfd_open(child)
    try:
        bot.close()
        assert select.select([watched], [], [], 30)[0]  # readable once the process has ended
    finally:
        os.close(watched)
    with pytest.raises(ProcessLookupError):
        os.kill(own, 0)


def test_a_child_that_left_the_group_keeps_nobody_waiting(tmp_path):
    pids = tmp_path / "pids"
    text = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
open({str(pids)!r}, "w").write(str(child.pid))
print('{{"type":"ready"}}', flush=True)
time.sleep(600)
"""
    bot = BotProcess(write(tmp_path / "bot.py", text), 0)
    bot.start(engines.make_game("thirty-one").new_state(SEED))
    try:
        bot.close()
        assert bot._process.returncode == -signal.SIGKILL
    finally:
        os.kill(int(pids.read_text()), signal.SIGKILL)


def test_a_bot_is_ended_when_the_person_leaves(monkeypatch):
    closed = []
    honest = BotProcess.close
    monkeypatch.setattr(BotProcess, "close", lambda self: (closed.append(self.seat), honest(self))[1])
    sit_down("thirty-one", "q\n", bots={1: BOTS / "reference" / "random"})
    assert closed == [1]


def test_the_bots_seed_tells_nothing_of_the_cards_and_differs_by_seat():
    state = engines.make_game("thirty-one").new_state(SEED)
    seeds = {process._own_seed(state, seat) for seat in range(4)}
    assert len(seeds) == 4
    assert all(f"{seed:016x}" not in SEED for seed in seeds)


def test_a_folder_is_entered_where_its_manifest_says(tmp_path):
    with pytest.raises(EngineError, match=r"expected a Python file, or a folder with bot.toml or main.py"):
        entry_of(tmp_path)
    main = write(tmp_path / "main.py", "")
    assert entry_of(tmp_path) == main
    other = write(tmp_path / "other.py", "")
    write(tmp_path / "bot.toml", 'entry = "other.py"')
    assert entry_of(tmp_path) == other
    write(tmp_path / "bot.toml", "entry = ")
    with pytest.raises(EngineError, match="cannot be read"):
        entry_of(tmp_path)


def test_a_failure_shows_the_end_of_the_log(tmp_path):
    bot = BotProcess(write(tmp_path / "bot.py", "raise SystemExit('no tables found')"), 0)
    try:
        with pytest.raises(BotFailure, match="no tables found"):
            bot.start(engines.make_game("thirty-one").new_state(SEED))
    finally:
        bot.close()
