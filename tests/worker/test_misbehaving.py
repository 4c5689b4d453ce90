"""What is kept of a misbehaving bot, and what two runs of well-behaved ones have in common."""

from __future__ import annotations

import json
from pathlib import Path

import engines
from worker.contract import Limits
from worker.referee.game import PlayedGame, play_game
from worker.referee.players import SeatPlayer
from worker.sandbox import Sandbox
from worker.seating import seat_limits

BOTS = Path(__file__).resolve().parents[2] / "bots"
LIMITS = Limits(move_ms=50, bank_ms=500, start_ms=1500, memory_mb=128, stderr_kib=64)
SEED = "00" * 16


def seat(sandbox: Sandbox, folder: Path, limits: Limits = LIMITS) -> SeatPlayer:
    return SeatPlayer(lambda: sandbox.start_seat(folder, "main.py", "python", seat_limits(limits)), limits)


def play(*players: SeatPlayer) -> PlayedGame:
    game = engines.make_game("thirty-one", len(players))
    return play_game(game, SEED, players, ["00" * 8] * len(players), memory_mb=LIMITS.memory_mb)


def test_the_authors_log_is_kept_as_evidence(sandbox: Sandbox) -> None:
    opponent = seat(sandbox, BOTS / "reference" / "random", Limits(bank_ms=60_000, start_ms=20_000))
    [fault] = play(opponent, seat(sandbox, BOTS / "misbehaving" / "crash_in_act")).faults
    assert "did not think of this hand" in fault.evidence.stderr_tail
    assert fault.evidence.exit_code == 1


def test_the_same_deterministic_bots_play_the_same_game_twice(sandbox: Sandbox) -> None:
    patient = Limits(bank_ms=60_000, start_ms=20_000)
    records = []
    for _ in range(2):
        players = [seat(sandbox, BOTS / "reference" / name, patient) for name in ("random", "random", "first")]
        record = play(*players).record
        assert any(ms > 0 for times in record.pop("times") for ms in times)
        records.append(json.dumps(record, sort_keys=True))
    assert records[0] == records[1]
