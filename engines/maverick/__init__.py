"""Maverick: four players, a suit whose cards score and a suit whose cards cost; with bids or without."""

from typing import Final

from engines.core.game import GameSpec
from engines.maverick.game import spec_of

GAMES: Final[tuple[GameSpec, ...]] = (
    spec_of("maverick", "Maverick", bidding=False),
    spec_of("maverick-bidding", "Maverick with bids", bidding=True),
)

__all__ = ["GAMES"]
