"""Smear: an auction and trick-taking game of the All Fours family, in six variants of one set of rules."""

from typing import Final

from engines.core.game import GameSpec
from engines.smear.game import spec_of
from engines.smear.variants import VARIANTS

GAMES: Final[tuple[GameSpec, ...]] = tuple(spec_of(variant) for variant in VARIANTS)

__all__ = ["GAMES"]
