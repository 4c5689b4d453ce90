"""Speculation as data: its facts and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from engines.core.game import Game
from engines.core.notation import MAX_PRICE, Verb
from engines.core.options import Choice, Flag, Integer, Number, Option, OptionValue
from engines.core.state import State
from engines.speculation.actions import VERBS
from engines.speculation.rules import Rules
from engines.speculation.state import SpeculationState
from engines.speculation.view import observation_properties

MAX_PLAYERS: Final = 9
# All chips of a table may come together and be one price; more players may have fewer each.
_MAX_CHIPS: Final = MAX_PRICE // 2

OPTIONS: Final[tuple[Option, ...]] = (
    Integer("start_chips", 50, 1, _MAX_CHIPS, summary="Chips of each player at the start."),
    Integer("ante", 1, 1, _MAX_CHIPS, summary="What each player puts in the pool before a deal."),
    Number("dealer_factor", 2, 1, 100, summary="How many times the ante the dealer puts in."),
    Integer("deals", 4, 1, 1000, summary="How many deals a game has; as a default, one for each player."),
    Choice("turn_after_sale", "revealer", ("revealer", "owner"), "Whose left turns on after a new highest trump."),
    Flag("ace_ends", True, "Off: turning goes on when the ace of trumps is face up."),
    Flag("unseen_trades", True, "Players may offer for face-down cards before each card is turned."),
    Integer("offers_per_turn", 1, 1, 5, summary="How many offers each player may make before each card."),
    Choice("auction", "ascending", ("ascending", "sealed"), "How a trump is sold; sealed: one bid each, unseen."),
)

#: What the English-language sources of the game say.
ORIGINAL: Final[dict[str, OptionValue]] = {"ante": 4, "dealer_factor": 1.5, "turn_after_sale": "owner"}


class SpeculationGame(Game):
    """Hold one Speculation table's rules."""

    state_class: ClassVar[type[State]] = SpeculationState
    verbs: ClassVar[tuple[Verb, ...]] = VERBS
    rules: Rules

    def option_defaults(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the defaults, of which the number of deals is the number of players."""
        return super().option_defaults(options) | {"deals": self.players}

    def prepare(self) -> None:
        """Check the options against each other and work out what the states need."""
        self.rules = Rules(self.players, self.options)

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that Speculation's observations have."""
        return observation_properties(self.players)
