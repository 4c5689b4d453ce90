"""The rules of the card games: pure, standard library only, the same for referee, site, worker and bots."""

from typing import Final

from engines.core.errors import (
    BadNotation,
    BadOption,
    BadPlayers,
    BadSeed,
    EngineError,
    IllegalAction,
    RecordError,
    UnknownGame,
)
from engines.core.game import Game, GameSpec
from engines.core.registry import from_observation, game_ids, game_spec, make_game, register, replay
from engines.core.rng import STREAM_VERSION, Stream
from engines.core.state import State
from engines.maverick import GAMES as _MAVERICK
from engines.red_dog import GAMES as _RED_DOG
from engines.smear import GAMES as _SMEAR
from engines.speculation import GAMES as _SPECULATION
from engines.thirty_one import GAMES as _THIRTY_ONE

# Goes into every result: raised whenever a rule, the dealing or the notation changes.
ENGINE_VERSION: Final = "1.1.0"

register(_MAVERICK)
register(_RED_DOG)
register(_SMEAR)
register(_SPECULATION)
register(_THIRTY_ONE)

__all__ = [
    "ENGINE_VERSION",
    "STREAM_VERSION",
    "BadNotation",
    "BadOption",
    "BadPlayers",
    "BadSeed",
    "EngineError",
    "Game",
    "GameSpec",
    "IllegalAction",
    "RecordError",
    "State",
    "Stream",
    "UnknownGame",
    "from_observation",
    "game_ids",
    "game_spec",
    "make_game",
    "register",
    "replay",
]
