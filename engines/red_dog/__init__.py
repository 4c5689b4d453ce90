"""Red Dog: two to ten players bet against a pool that they hold a higher card of the suit turned next."""

from typing import Final

from engines.core.game import GameSpec
from engines.red_dog.game import OPTIONS, RedDogGame

GAMES: Final[tuple[GameSpec, ...]] = (
    GameSpec(
        id="red-dog",
        title="Red Dog",
        family=RedDogGame,
        min_players=2,
        max_players=10,
        default_players=5,
        options=OPTIONS,
        presets={"seed": {}, "original": {"burn_first": True}},
        has_chips=True,
    ),
)

__all__ = ["GAMES"]
