"""The Maverick games: facts, options and rules, for the register."""

from __future__ import annotations

from typing import Any, ClassVar

from engines.core.game import Game, GameSpec
from engines.core.notation import Verb
from engines.core.state import State
from engines.maverick.actions import VERBS
from engines.maverick.options import PRESETS, options_of
from engines.maverick.rules import Rules
from engines.maverick.state import MaverickState
from engines.maverick.suits import CARDS
from engines.maverick.view import observation_properties

PLAYERS = 4


class MaverickGame(Game):
    """Hold one Maverick table's rules."""

    state_class: ClassVar[type[State]] = MaverickState
    verbs: ClassVar[tuple[Verb, ...]] = VERBS
    rules: Rules

    def prepare(self) -> None:
        """Read the options once."""
        self.rules = Rules(self.options)
        self.pack = tuple(range(CARDS))
        self.sides = 2
        self.side_of = (0, 1, 0, 1)

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that Maverick's observations have."""
        return observation_properties()


def spec_of(game_id: str, title: str, *, bidding: bool) -> GameSpec:
    """Make the register's row of one of the games."""
    return GameSpec(
        id=game_id,
        title=title,
        family=MaverickGame,
        min_players=PLAYERS,
        max_players=PLAYERS,
        default_players=PLAYERS,
        options=options_of(bidding=bidding),
        presets=PRESETS,
    )
