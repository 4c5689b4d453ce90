"""A game dealt by chance events: one draws the first dealer, the others the decks, card by card.

The deck of every deal is drawn whole before the deal begins, in dealing order, each card equally likely among those
left; the last one follows by itself. So the chance events are few values each, with their exact probabilities.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from engines.adapters.actions import FixedActions
from engines.core.cards import CARD_TEXT
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.registry import make_game
from engines.core.state import State

_NOBODY: Final = -1


class Table:
    """Hold a game being played by chance events and fixed actions; copied and pickled as a whole."""

    def __init__(self, game: Game, actions: FixedActions | None = None) -> None:
        self.game: Final = game
        self.actions: Final = actions or FixedActions(game)
        self.state: State = game.empty_state()
        #: Who deals the next deal, -1 while chance has yet to say.
        self.dealer = _NOBODY
        #: The cards drawn for the next deal.
        self.drawn: list[int] = []
        self._legal: dict[int, int] | None = None

    @property
    def awaits_chance(self) -> bool:
        """Say whether the next event is chance's."""
        return not (self.state.in_deal or self.state.is_over)

    def chances(self) -> list[int]:
        """List the outcomes of the chance event, all equally likely: seats for the first dealer, then cards."""
        if not self.awaits_chance:
            raise EngineError(
                "no chance event is due: " + ("the game is over" if self.state.is_over else "a deal is on")
            )
        if self.dealer == _NOBODY:
            return list(range(self.game.players))
        return sorted(set(self.game.pack).difference(self.drawn))

    def chance_text(self, outcome: int) -> str:
        """Name an outcome of the chance event."""
        return f"dealer {outcome}" if self.dealer == _NOBODY else f"card {CARD_TEXT[outcome]}"

    def draw(self, outcome: int) -> None:
        """Take an outcome of the chance event; with the last but one card the deal begins."""
        left = self.chances()
        if outcome not in left:
            raise EngineError(f"{outcome!r} is not among the outcomes: {left}")
        if self.dealer == _NOBODY:
            self.dealer = outcome
            return
        self.drawn.append(outcome)
        if len(left) > 2:
            return
        left.remove(outcome)
        self._legal = None
        self.state.start_deal(self.dealer, [*self.drawn, *left])
        self.drawn = []
        self._between_deals()

    def legal(self) -> dict[int, int]:
        """Map the fixed actions that are legal now, ascending, to the game's own; empty when nobody is to act."""
        if self._legal is None:
            self._legal = self.actions.legal(self.state)
        return self._legal

    def play(self, fixed: int) -> None:
        """Play a fixed action of the seat to act."""
        legal = self.legal()
        if fixed not in legal:
            shown = ", ".join(f"{number} ({self.state.format(action)})" for number, action in legal.items())
            raise EngineError(f"fixed action {fixed!r} is not legal now; legal: {shown or 'nothing'}")
        self._legal = None
        self.state.apply(legal[fixed])
        self._between_deals()

    def action_text(self, fixed: int) -> str:
        """Name a fixed action: what it amounts to now if it is legal, else what it is called at any time."""
        action = self.legal().get(fixed)
        return self.actions.labels[fixed] if action is None else self.state.format(action)

    def _between_deals(self) -> None:
        if self.awaits_chance:
            next_dealer = self.state.next_dealer()
            self.dealer = _NOBODY if next_dealer is None else next_dealer

    def __str__(self) -> str:
        """Write all that has happened, hidden cards and all."""
        record = self.state.record()
        record["next"] = {"dealer": self.dealer, "drawn": [CARD_TEXT[card] for card in self.drawn]}
        return json.dumps(record)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        """Copy what changes; game and fixed actions are shared."""
        other = Table(self.game, self.actions)
        other.state = self.state.clone()
        other.dealer = self.dealer
        other.drawn = self.drawn.copy()
        other._legal = self._legal
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the record, from which the table is made again."""
        return _again, (self.state.record(), self.dealer, self.drawn)


def _again(record: dict[str, Any], dealer: int, drawn: Sequence[int]) -> Table:
    table = Table(make_game(record["game"], record["players"], record["options"]))
    table.state = table.game.from_record(record)
    table.dealer, table.drawn = dealer, list(drawn)
    return table
