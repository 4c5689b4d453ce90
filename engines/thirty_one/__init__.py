"""Thirty-One: two to seven players bring three cards of one suit as near to 31 as they can."""

from engines.core.game import GameSpec

GAMES: tuple[GameSpec, ...] = ()
