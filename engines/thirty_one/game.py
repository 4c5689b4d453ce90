"""Thirty-One as data: its options, and the facts its states need on the hot path."""

from typing import Any, ClassVar, Final

from engines.core.game import Game
from engines.core.notation import Verb
from engines.core.options import UNBOUNDED, Choice, Flag, Integer, Option
from engines.core.state import State
from engines.thirty_one.actions import VERBS
from engines.thirty_one.hands import blitz_hands
from engines.thirty_one.settle import TableRules
from engines.thirty_one.state import ThirtyOneState
from engines.thirty_one.view import observation_properties

OPTIONS: Final[tuple[Option, ...]] = (
    Integer("start_chips", 3, 1, 20, summary="chips of each player at the start"),
    Choice("blitz", "AK10", ("AK10", "any31"), summary="what hand ends the deal at once"),
    Flag("first_round_knock", True, summary="off: no knock before everyone has had a turn"),
    Flag("may_return_discard", False, summary="on: a card taken from the discard pile may be thrown in the same turn"),
    Choice("knocker_rule", "equal", ("equal", "penal"), summary="penal: level at the lowest safe, alone pays two"),
    Choice("two_left_tie", "wins_game", ("wins_game", "loser_pays"), summary="two left, level, one on honour"),
    Flag("three_of_a_kind", False, summary="on: three of a kind counts 30.5"),
    Integer("max_turns", 200, 0, UNBOUNDED, summary="turns without a knock that make a deal void; 0: no bound"),
    Integer("max_deals", 200, 1, 10000, summary="deals after which the game ends"),
)


class ThirtyOneGame(Game):
    """Hold Thirty-One for so many players with its options."""

    state_class: ClassVar[type[State]] = ThirtyOneState
    verbs: ClassVar[tuple[Verb, ...]] = VERBS

    def prepare(self) -> None:
        """Read the options once: states look at attributes, not at a dict."""
        options = self.options
        self.start_chips = int(options["start_chips"])
        #: The hands that end a deal at once.
        self.blitzes = blitz_hands(options["blitz"] == "any31")
        self.first_round_knock = options["first_round_knock"] is True
        self.may_return_discard = options["may_return_discard"] is True
        self.three_of_a_kind = options["three_of_a_kind"] is True
        self.max_turns = int(options["max_turns"])
        self.max_deals = int(options["max_deals"])
        self.table_rules = TableRules(
            penal=options["knocker_rule"] == "penal", tie_wins_game=options["two_left_tie"] == "wins_game"
        )

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that Thirty-One's observations have."""
        return observation_properties(self.players)
