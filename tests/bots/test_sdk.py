"""The bot kit: a short conversation, protected output, and reproducible choices."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fairdeal_bot import Bot, End, Request, Start, random_action
from fairdeal_bot.loop import serve

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "bots" / "sdk"
START = {
    "type": "start",
    "protocol": 1,
    "game": "thirty-one",
    "players": 2,
    "seat": 1,
    "options": {"max_deals": 9},
    "rng": "00000000000000ff",
    "clock": {"move_ms": 100, "bank_ms": 10000},
}
END = {"type": "end", "places": [1, 2], "totals": [3, 0], "payouts": [1, 0], "events": []}


def ask(n: int, *legal: str) -> dict[str, Any]:
    return {
        "type": "act",
        "n": n,
        "observation": {"hand": ["TH"]},
        "legal": list(legal),
        "events": [{"type": "deal"}],
        "clock": {"bank_ms": 9874.5, "last_ms": 0.4},
    }


def lines(*messages: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def answers_to(bot: type[Bot], *requests: bytes) -> list[bytes]:
    answers: list[bytes] = []
    serve(bot, requests, answers.append)
    return answers


def converse(bot: type[Bot], *messages: dict[str, Any]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answers_to(bot, *(lines(message) for message in messages))]


class Watcher(Bot):
    seen: list[Any] = []

    def start(self, start: Start) -> None:
        self.seen.append((start.game, self.seat, self.players, self.options, start.move_ms, start.bank_ms))

    def act(self, request: Request) -> str:
        self.seen.append((request.n, request.observation, request.events, request.clock.bank_ms, request.clock.last_ms))
        return request.legal[0]

    def end(self, end: End) -> None:
        self.seen.append((end.places, end.totals, end.payouts))


def test_a_game_from_start_to_end() -> None:
    Watcher.seen = []
    answers = converse(Watcher, START, ask(1, "pass", "bid 2"), ask(2, "play TH"), END)
    assert answers == [{"type": "ready"}, {"n": 1, "action": "pass"}, {"n": 2, "action": "play TH"}]
    assert Watcher.seen == [
        ("thirty-one", 1, 2, {"max_deals": 9}, 100, 10000),
        (1, {"hand": ["TH"]}, [{"type": "deal"}], 9874.5, 0.4),
        (2, {"hand": ["TH"]}, [{"type": "deal"}], 9874.5, 0.4),
        ([1, 2], [3, 0], [1, 0]),
    ]


@pytest.mark.parametrize(
    "order",
    [
        ["type", "n", "legal", "observation", "events", "clock"],
        None,
        ["observation", "events", "clock", "legal", "n", "type"],
        ["events", "type", "n", "observation", "legal", "clock"],
        ["type", "n", "legal", "events", "observation", "clock"],
        ["type", "n", "events", "legal", "observation", "clock"],
    ],
)
@pytest.mark.parametrize("legal", [["play TH"], ["pass", "bid 1..3"], ['say "x","y"', "\\"], []])
def test_the_order_of_keys_in_a_request_does_not_matter(order: list[str] | None, legal: list[str]) -> None:
    class All(Watcher):
        def act(self, request: Request) -> str:
            if request.legal:
                super().act(request)
            return json.dumps([*request.legal, len(request.events)])

    Watcher.seen = []
    request = ask(3, *legal) | {"events": ["a", "b"]}
    request["observation"] = {"text": ',"observation":', "deeper": {"a": 0, "observation": [1]}}
    shuffled = {key: request[key] for key in order} if order else request
    text = json.dumps(shuffled, separators=(",", ":")).encode() + b"\n"
    answer = json.loads(answers_to(All, lines(START), text)[1])
    assert answer == {"n": 3, "action": json.dumps([*legal, 2])}
    if legal:
        assert Watcher.seen[1] == (3, request["observation"], request["events"], 9874.5, 0.4)


def test_a_bot_that_looks_at_what_is_legal_alone_does_not_pay_for_the_rest() -> None:
    class Last(Bot):
        def act(self, request: Request) -> str:
            return request.legal[-1]

    unreadable = b'{"type":"act","n":1,"legal":["fold","pass"],"observation":{]}\n'
    assert answers_to(Last, lines(START), unreadable)[1] == b'{"n":1,"action":"pass"}\n'


def test_both_sources_of_chance_repeat() -> None:
    class Chancy(Bot):
        def act(self, request: Request) -> str:
            return f"{self.rng.random()} {random.random()}"

    first, second = (converse(Chancy, START, ask(1, "pass"), END) for _ in range(2))
    assert first == second
    other = converse(Chancy, START | {"rng": "0000000000000001"}, ask(1, "pass"), END)
    assert other != first


def test_an_answer_that_is_no_text_is_named() -> None:
    class Silent(Bot):
        def act(self, request: Request) -> str:
            return None  # type: ignore[return-value]

    with pytest.raises(TypeError, match="not None"):
        converse(Silent, START, ask(1, "pass"))


def test_another_protocol_is_refused() -> None:
    with pytest.raises(RuntimeError, match="protocol"):
        converse(Watcher, START | {"protocol": 2})


def test_random_actions_fill_every_range_with_every_number() -> None:
    rng = random.Random(1)
    seen = {random_action(["bet 1..3", "offer 2 1..2 1..2"], rng) for _ in range(300)}
    assert seen == {"bet 1", "bet 2", "bet 3", "offer 2 1 1", "offer 2 1 2", "offer 2 2 1", "offer 2 2 2"}


def run_bot(path: Path, conversation: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, str(path)],
        input=conversation,
        capture_output=True,
        timeout=60,
        check=False,
        env={"PYTHONPATH": str(KIT)},
    )


def test_print_goes_to_the_log_and_never_into_the_protocol(tmp_path: Path) -> None:
    bot = tmp_path / "main.py"
    bot.write_text(
        "import os, subprocess, sys\n"
        "from fairdeal_bot import Bot, run\n"
        "class Loud(Bot):\n"
        "    def act(self, request):\n"
        "        print('by print'); sys.stdout.write('by write\\n'); os.write(1, b'by descriptor\\n')\n"
        "        return 'pass'\n"
        "run(Loud)\n"
    )
    long = ask(2, "pass") | {"events": [{"text": "x" * 50_000}]}  # in several pieces, after two lines in one
    done = run_bot(bot, lines(START, ask(1, "pass"), long, END))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [b'{"type":"ready"}', b'{"n":1,"action":"pass"}', b'{"n":2,"action":"pass"}']
    assert all(text in done.stderr for text in (b"by print", b"by write", b"by descriptor"))


def test_the_template_plays_and_is_short() -> None:
    template = ROOT / "bots" / "templates" / "python" / "main.py"
    assert len(template.read_text().splitlines()) <= 15
    done = run_bot(template, lines(START, ask(1, "bid 3..3"), END))
    assert done.stdout.splitlines()[1] == b'{"n":1,"action":"bid 3"}'
    assert b"I may" in done.stderr


def test_the_kit_can_be_read_in_ten_minutes() -> None:
    talk = ("__init__", "actions", "bot", "loop", "messages")
    sizes = {path.stem: len(path.read_text().splitlines()) for path in (KIT / "fairdeal_bot").glob("*.py")}
    assert sum(sizes[name] for name in talk) < 300
    assert max(sizes.values()) <= 250


def test_a_bot_loads_only_what_it_imports() -> None:
    code = "import sys, fairdeal_bot; print([name for name in sys.modules if name.startswith('fairdeal_bot.')])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": str(KIT)}
    )
    talk = {f"fairdeal_bot.{name}" for name in ("actions", "bot", "messages", "loop")}
    assert set(ast.literal_eval(done.stdout)) == talk
