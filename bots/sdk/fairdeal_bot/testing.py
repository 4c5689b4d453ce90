"""Play one's own bot in this very process, for tests and debuggers: the messages are those of the arena.

    import engines
    from fairdeal_bot.testing import play

    def test_my_bot_finishes_a_game():
        played = play(MyBot, engines.make_game("thirty-one", 2), seat=1)
        assert played.places[1] in (1, 2)

The kit knows no rules; the game comes from `engines`, which is where `fairdeal` is installed and in the sandbox.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fairdeal_bot.actions import random_action
from fairdeal_bot.bot import Bot
from fairdeal_bot.loop import PROTOCOL, serve

#: Chooses for the other seats: seat, observation, legal actions -> action.
Opponent = Callable[[int, dict[str, Any], list[str]], str]


@dataclass
class Played:
    """What came of a game: places (1 is best), totals and payouts by seat, and what the bot answered, in order."""

    places: list[int]
    totals: list[int]
    payouts: list[float]
    actions: list[str]


def play(
    bot_class: type[Bot],
    game: Any,
    seat: int = 0,
    seed: str = "00" * 16,
    opponent: Opponent | None = None,
    move_ms: float = 100.0,
    bank_ms: float = 10_000.0,
) -> Played:
    """Play a whole game (`engines.make_game(...)`) with a bot at one seat, the others at random unless told otherwise.

    Whatever the bot raises comes out here. An action that is not legal raises what the engine raises, which names it.
    """
    if not 0 <= seat < game.players:
        raise ValueError(f"there is no seat {seat}; seats are 0 to {game.players - 1}")
    state = game.new_state(seed)
    rng = random.Random(seed)
    choose = opponent or (lambda _seat, _observation, legal: random_action(legal, rng))
    answers: list[bytes] = []
    actions: list[str] = []

    def conversation() -> Iterator[bytes]:
        clock = {"move_ms": move_ms, "bank_ms": bank_ms}
        facts = {"game": game.id, "players": game.players, "seat": seat, "options": dict(game.options)}
        yield _line(
            {"type": "start", "protocol": PROTOCOL, **facts, "rng": f"{rng.getrandbits(64):016x}", "clock": clock}
        )
        told = 0
        while not state.is_over:
            turn = state.current_player
            if turn != seat:
                state.act(choose(turn, state.observation(turn), state.legal()))
                continue
            news, told = state.events_for(seat, told), len(state.events)
            asked = {"n": len(actions) + 1, "observation": state.observation(seat), "legal": state.legal()}
            yield _line({"type": "act", **asked, "events": news, "clock": {"bank_ms": bank_ms, "last_ms": 0}})
            answer = json.loads(answers[-1])
            actions.append(answer["action"])
            state.act(answer["action"])
        result = {"places": list(state.places), "totals": list(state.totals), "payouts": list(state.payouts)}
        yield _line({"type": "end", **result, "events": state.events_for(seat, told)})

    serve(bot_class, conversation(), answers.append)
    return Played(list(state.places), list(state.totals), list(state.payouts), actions)


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
