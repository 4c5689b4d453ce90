"""Players whose seats follow a script, on a clock of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.worker.fakes import FakeTime, ScriptedSeat
from worker.contract import Limits
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import BotFault

LIMITS = Limits(move_ms=100, bank_ms=500, start_ms=1000)
READY = b'{"type":"ready"}\n'
Bot = Callable[[dict[str, Any]], list[Any]]


def answer(n: int, action: str = "pass") -> bytes:
    return json.dumps({"n": n, "action": action}).encode() + b"\n"


def bot(*acts: list[Any], ready: list[Any] | None = None) -> Bot:
    """Make a bot that is ready, and then takes one list of steps a request."""
    script = iter(acts)

    def play(message: dict[str, Any]) -> list[Any]:
        if message["type"] == "start":
            return [READY] if ready is None else ready
        return next(script, []) if message["type"] == "act" else ["eof"]

    return play


def seated(play: Bot) -> tuple[SeatPlayer, ScriptedSeat, FakeTime]:
    time = FakeTime()
    seat = ScriptedSeat(time, play)
    return SeatPlayer(lambda: seat, LIMITS, time), seat, time  # type: ignore[arg-type, return-value]


def start(player: SeatPlayer) -> None:
    player.start(game="thirty-one", players=2, seat=1, options={"lives": 3}, rng="00000000000000ff")


def act(player: SeatPlayer) -> str:
    return player.act(["pass"], b'{"hand":[]}', b"[]", lambda: None)


def fault_of(player: SeatPlayer, requests: int) -> BotFault:
    start(player)
    for _ in range(requests - 1):
        act(player)
    with pytest.raises(BotFault) as caught:
        act(player)
    return caught.value


def patient(play: Bot, tick: Callable[[FakeTime], None], seat_kind: type[ScriptedSeat] = ScriptedSeat) -> SeatPlayer:
    """Seat a bot that may think for ten minutes, with something to do at every slice of a wait."""
    time = FakeTime()
    limits = Limits(move_ms=100, bank_ms=600_000, start_ms=60_000)
    return SeatPlayer(lambda: seat_kind(time, play), limits, time, lambda: tick(time))  # type: ignore[arg-type, return-value]


def hasty(play: Bot, asleep: bool = True) -> tuple[SeatPlayer, FakeTime]:
    """Seat a bot that may think for ten minutes, but not do nothing for ten seconds."""
    time = FakeTime()
    seat = ScriptedSeat(time, play)
    seat.asleep = asleep
    limits = Limits(move_ms=100, bank_ms=600_000, start_ms=60_000)
    return SeatPlayer(lambda: seat, limits, time, hang_s=10.0), time  # type: ignore[arg-type, return-value]
