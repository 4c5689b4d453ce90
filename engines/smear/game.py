"""The Smear games: facts, options and tables of each variant, for the register."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.core.game import Game, GameSpec
from engines.core.notation import Verb
from engines.core.options import OptionValue
from engines.core.state import State
from engines.smear.actions import VERBS
from engines.smear.options import check_together, defaults_of, options_of, presets_of
from engines.smear.rules import Rules
from engines.smear.state import SmearState
from engines.smear.variants import Variant
from engines.smear.view import observation_properties


class SmearGame(Game):
    """Hold one Smear table's rules."""

    state_class: ClassVar[type[State]] = SmearState
    verbs: ClassVar[tuple[Verb, ...]] = VERBS
    rules: Rules

    def option_defaults(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the defaults, of which the highest bid and the kitty depend on players and other options."""
        return defaults_of(self.spec.variant, self.players, options, super().option_defaults(options))

    def prepare(self) -> None:
        """Check the options against each other and work out the tables."""
        check_together(self.spec.variant, self.options)
        self.rules = Rules(self.spec.variant, self.players, self.options)
        self.pack = self.rules.pack
        self.sides = self.rules.sides
        self.side_of = self.rules.side_of

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that Smear's observations have."""
        return observation_properties(self.players, self.sides)


def spec_of(variant: Variant) -> GameSpec:
    """Make the register's row of a variant."""
    return GameSpec(
        id=variant.id,
        title=variant.title,
        family=SmearGame,
        min_players=min(variant.dealt),
        max_players=max(variant.dealt),
        default_players=min(variant.dealt),
        options=options_of(variant),
        presets=presets_of(variant),
        variant=variant,
    )
