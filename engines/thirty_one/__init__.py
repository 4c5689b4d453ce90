"""Thirty-One: two to seven players bring three cards of one suit as near to 31 as they can."""

from typing import Final

from engines.core.game import GameSpec
from engines.thirty_one.game import OPTIONS, ThirtyOneGame

GAMES: Final[tuple[GameSpec, ...]] = (
    GameSpec(
        id="thirty-one",
        title="Thirty-One",
        family=ThirtyOneGame,
        min_players=2,
        max_players=7,
        default_players=4,
        options=OPTIONS,
        presets={"seed": {}, "original": {"knocker_rule": "penal"}},
        has_chips=True,
    ),
)

__all__ = ["GAMES"]
