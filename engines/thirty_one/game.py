"""Thirty-One as data: its options, and the facts its states need on the hot path."""

from typing import Any, Final

from engines.core import schema
from engines.core.game import Game
from engines.core.notation import Argument, Verb
from engines.core.options import Choice, Flag, Integer, Option
from engines.thirty_one.settle import TableRules
from engines.thirty_one.state import ThirtyOneState

OPTIONS: Final[tuple[Option, ...]] = (
    Integer("start_chips", 3, 1, 20, summary="chips of each player at the start"),
    Choice("blitz", "AK10", ("AK10", "any31"), summary="what hand ends the deal at once"),
    Flag("first_round_knock", True, summary="off: no knock before everyone has had a turn"),
    Flag("may_return_discard", False, summary="on: a card taken from the discard pile may be thrown in the same turn"),
    Choice("knocker_rule", "equal", ("equal", "penal"), summary="penal: level at the lowest safe, alone pays two"),
    Choice("two_left_tie", "wins_game", ("wins_game", "loser_pays"), summary="two left, level, one on honour"),
    Flag("three_of_a_kind", False, summary="on: three of a kind counts 30.5"),
    Integer("max_turns", 200, 0, None, summary="turns without a knock that make a deal void; 0: no bound"),
    Integer("max_deals", 200, 1, 10000, summary="deals after which the game ends"),
)


class ThirtyOneGame(Game):
    """Hold Thirty-One for so many players with its options."""

    state_class = ThirtyOneState
    verbs = (
        Verb("draw", Argument.WORD, ("stock", "discard")),
        Verb("discard", Argument.CARD),
        Verb("knock"),
        Verb("stand"),
    )

    def prepare(self) -> None:
        """Read the options once: states look at attributes, not at a dict."""
        options = self.options
        self.start_chips = int(options["start_chips"])
        self.any_31 = options["blitz"] == "any31"
        self.first_round_knock = options["first_round_knock"] is True
        self.may_return_discard = options["may_return_discard"] is True
        self.three_of_a_kind = options["three_of_a_kind"] is True
        self.max_turns = int(options["max_turns"])
        self.max_deals = int(options["max_deals"])
        self.table_rules = TableRules(
            penal=options["knocker_rule"] == "penal", tie_wins_game=options["two_left_tie"] == "wins_game"
        )

    def observation_properties(self) -> dict[str, Any]:
        """Describe what a seat of Thirty-One sees besides the fields of every game."""
        seat, chips = schema.seat(self.players), {"type": "integer", "minimum": 0}
        by_seat = {name: schema.each_of(self.players, shape) for name, shape in _BY_SEAT.items()}
        showdown = {
            "deal": chips,
            "kind": {"enum": ["blitz", "showdown"]},
            "knocker": schema.nullable(seat),
            "hands": schema.each_of(self.players, schema.nullable(schema.CARDS)),
            "values": schema.each_of(self.players, schema.nullable({"type": "number"})),
            "losers": {"type": "array", "items": seat},
        }
        return {
            "phase": {"enum": ["turn", "last_turn", "discard", "between_deals", "over"]},
            "hand": schema.CARDS,
            "discard_pile": {**schema.CARDS, "description": "oldest first; only the top card after a turn-over"},
            "stock_size": chips,
            "chips": by_seat["chips"],
            "pool": chips,
            "knocker": schema.nullable(seat),
            "in": by_seat["in"],
            "on_honour": by_seat["on_honour"],
            "drawn": {
                **schema.nullable(schema.CARD),
                "description": "own card, drawn but not yet followed by a discard",
            },
            "drawn_from": {"enum": ["stock", "discard", None]},
            "known_cards": by_seat["known_cards"],
            "turns": chips,
            "last_showdown": schema.nullable(
                {"type": "object", "properties": showdown, "required": list(showdown), "additionalProperties": False}
            ),
        }


_BY_SEAT: Final[dict[str, dict[str, Any]]] = {
    "chips": {"type": "integer", "minimum": 0},
    "in": {"type": "boolean"},
    "on_honour": {"type": "boolean"},
    "known_cards": schema.CARDS,
}
