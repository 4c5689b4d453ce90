"""The class every bot extends."""

from __future__ import annotations

import random
from typing import Any

from fairdeal_bot.messages import End, Request, Start


class Bot:
    """A bot at one seat for one game; a new one is made for every game.

    `self.game`, `self.players`, `self.seat` and `self.options` say what is played and where. `self.rng` is seeded by
    the referee: a bot that uses no other randomness, and reads no clock, plays the same game twice.
    """

    def __init__(self, start: Start) -> None:
        self.game: str = start.game
        self.players: int = start.players
        self.seat: int = start.seat
        self.options: dict[str, Any] = start.options
        self.rng = random.Random(int(start.rng, 16))

    def start(self, start: Start) -> None:
        """Get ready: the start-up time runs, not the clock of the game. Extend it to load tables or models."""

    def act(self, request: Request) -> str:
        """Choose an action: one of `request.legal`, with a number in the place of each range."""
        raise NotImplementedError("a bot must define act(self, request)")

    def end(self, end: End) -> None:
        """Look at the outcome: nothing is answered, and the process ends soon after."""
