"""Ten thousand moves of the search in the sandbox, at a small and at the usual allowance: no move is ever too late."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import cycle

import pytest

import engines
from bots.cli.contestants import Workshop
from bots.cli.launch import Walls
from bots.cli.table import LineUp, play, read_seed
from worker.contract import Limits

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

MOVES = 10_000
GAMES = (
    ("smear-four-handed", {"max_deals": 4}),
    ("maverick", {"max_deals": 4}),
    ("thirty-one", {}),
    ("speculation", {}),
    ("red-dog", {}),
)


@pytest.mark.parametrize("move_ms", [3, 100])
def test_no_move_is_too_late(move_ms: int) -> None:
    moves, slowest = 0, 0.0
    with ExitStack() as stack:
        bots = Workshop(stack).bring_all(["@search", "@search"], "maverick")
        for game_id, options in cycle(GAMES):
            game = engines.make_game(game_id, None if game_id in ("smear-four-handed", "maverick") else 2, options)
            entry = "side" if game.has_sides else "seat"
            line_up = LineUp(game, entry, bots, read_seed(None), Limits(move_ms=move_ms), Walls.SANDBOX)
            with closing(play(line_up, 2, 2)) as blocks:
                for block in blocks:
                    for played in block.games:
                        assert played.faults == [], f"{game.ruleset}, seed {line_up.seed}: {played.faults}"
                        moves += sum(seat.moves for seat in played.time)
                        slowest = max(slowest, *(seat.max_ms for seat in played.time))
            if moves >= MOVES:
                break
    print(f"{moves} moves at {move_ms} ms, the slowest {slowest:.1f} ms")
