"""Speculation: two to nine players trade trumps and unseen cards; who owns the highest trump takes the pool."""

from __future__ import annotations

from typing import Final

from engines.core.game import GameSpec
from engines.speculation.game import MAX_PLAYERS, OPTIONS, ORIGINAL, SpeculationGame

GAMES: Final[tuple[GameSpec, ...]] = (
    GameSpec(
        id="speculation",
        title="Speculation",
        family=SpeculationGame,
        min_players=2,
        max_players=MAX_PLAYERS,
        default_players=4,
        options=OPTIONS,
        presets={"seed": {}, "original": ORIGINAL},
        has_chips=True,
    ),
)

__all__ = ["GAMES"]
