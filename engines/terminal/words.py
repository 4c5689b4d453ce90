"""Which words go with which game; a game that is not of this package is told in plain field names."""

from collections.abc import Mapping
from typing import Final

from engines.core.game import Game
from engines.maverick.game import MaverickGame
from engines.red_dog.game import RedDogGame
from engines.smear.game import SmearGame
from engines.speculation.game import SpeculationGame
from engines.terminal import maverick, red_dog, smear, speculation, thirty_one
from engines.terminal.common import Words
from engines.thirty_one.game import ThirtyOneGame

_WORDS: Final[Mapping[type[Game], Words]] = {
    MaverickGame: maverick.WORDS,
    RedDogGame: red_dog.WORDS,
    SmearGame: smear.WORDS,
    SpeculationGame: speculation.WORDS,
    ThirtyOneGame: thirty_one.WORDS,
}


def words_of(game: Game) -> Words:
    """Return the words of a game's family."""
    for family in type(game).__mro__:
        if family in _WORDS:
            return _WORDS[family]
    return Words()
