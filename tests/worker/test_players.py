"""The bot protocol as the referee speaks it, with seats that follow a script."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worker.players import LIMITS, READY, act, answer, bot, fault_of, seated, start
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict
from worker.sandbox import SandboxUnavailable


def test_a_game_is_spoken_as_the_protocol_says() -> None:
    player, seat, _ = seated(bot([("cpu", 0.03), answer(1, "bid 3")], [answer(2)]))
    start(player)
    assert seat.stopped
    assert act(player) == "bid 3"
    assert act(player) == "pass"
    player.end(places=[1, 2], totals=[3, 0], payouts=[1, 0], events=b'[{"type":"game_end"}]')
    player.close(grace=True)
    assert seat.closed == 1
    assert seat.received == [
        {
            "type": "start",
            "protocol": 1,
            "game": "thirty-one",
            "players": 2,
            "seat": 1,
            "options": {"lives": 3},
            "rng": "00000000000000ff",
            "clock": {"move_ms": 100, "bank_ms": 500},
        },
        {
            "type": "act",
            "n": 1,
            "observation": {"hand": []},
            "legal": ["pass"],
            "events": [],
            "clock": {"bank_ms": 500, "last_ms": 0},
        },
        {
            "type": "act",
            "n": 2,
            "observation": {"hand": []},
            "legal": ["pass"],
            "events": [],
            "clock": {"bank_ms": 500, "last_ms": 30},
        },
        {"type": "end", "places": [1, 2], "totals": [3, 0], "payouts": [1, 0], "events": [{"type": "game_end"}]},
    ]


def test_a_doubled_answer_is_seen_at_the_next_request() -> None:
    player, _, _ = seated(bot([answer(1) + answer(1)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.startswith("a second answer: request 1 was answered already: ")


def test_an_answer_to_a_request_to_come_is_seen_before_that_is_made() -> None:
    player, _, _ = seated(bot([answer(1) + answer(2)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.startswith("an early answer: to request 2, where 1 were made: ")


def test_a_late_answer_does_not_count_for_the_next_request() -> None:
    player, _, _ = seated(bot([answer(1)], [answer(1)]))
    fault = fault_of(player, 2)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail == "a late answer: to request 1, where request 2 was open"


def test_output_before_the_first_request_is_unasked() -> None:
    player, _, _ = seated(bot(ready=[READY + b"hello\n"]))
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail == "output that nobody asked for: hello"


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b"\n",
        b"null\n",
        b"[1]\n",
        b'{"n":1}\n',
        b'{"n":"1","action":"pass"}\n',
        b'{"n":1.5,"action":"pass"}\n',
        b'{"n":true,"action":"pass"}\n',
        b'{"n":1,"action":null}\n',
        b'{"n":1,"action":"pass","extra":1}\n',
        b'{"n":NaN,"action":"pass"}\n',
        b'{"n":1,"action":"\\ud800"}\n',
        b'{"n":1,"action":"\xff"}\n',
        b'{"n":1,"action":"pass"} {"n":2,"action":"pass"}\n',
        b'{"n":' + b"1" * 60_000 + b',"action":"pass"}\n',
        b"[" * 60_000 + b"\n",
        b'{"n":1,"action":"' + b"x" * 300 + b'"}\n',
        b'{"n":1,"action":"pass","action":"pass"}\n',
        b'{"n":2,"n":1,"action":"pass"}\n',
        b'{"n":1,"action":"pass","\\u006e":1}\n',
    ],
)
def test_hostile_answers_are_bad_messages(line: bytes) -> None:
    player, _, _ = seated(bot([line]))
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert fault.detail.isascii() and fault.detail.isprintable() and len(fault.detail) < 1000


def test_quotation_marks_in_an_action_are_no_second_key() -> None:
    player, _, _ = seated(bot([b'{"n":1,"action":"say \\"pass\\""}\n']))
    start(player)
    assert act(player) == 'say "pass"'


def test_a_line_without_end_is_too_much_output() -> None:
    player, _, _ = seated(bot([b"x" * 70_000]))
    assert fault_of(player, 1).verdict is Verdict.OUTPUT_LIMIT


def test_the_end_of_output_is_a_crash() -> None:
    player, _, _ = seated(bot(["eof"]))
    assert fault_of(player, 1).verdict is Verdict.CRASH


@pytest.mark.parametrize(
    "ready",
    [
        [b"hello\n"],
        ["eof"],
        [],
        [b'{"type":"ready","x":1}\n'],
        [READY[:-2] + b',"type":"ready"}\n'],
        [("cpu", 1.1), READY],
    ],
)
def test_a_bot_that_is_not_ready_failed_to_start(ready: list[Any]) -> None:
    player, _, _ = seated(bot(ready=ready))
    with pytest.raises(BotFault) as caught:
        start(player)
    assert caught.value.verdict is Verdict.START_FAILED


def test_a_sandbox_that_fails_is_our_fault() -> None:
    def launch() -> Any:
        raise SandboxUnavailable("no namespaces", "allow them")

    with pytest.raises(HostFault) as caught:
        start(SeatPlayer(launch, LIMITS))
    assert caught.value.verdict is HostVerdict.SANDBOX_FAILED
