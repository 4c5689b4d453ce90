"""The course of a game: the life of its deals, playing, and the actions as text. `State` adds looking and copying."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.core.compiling import mypyc_attr
from engines.core.errors import BadNotation, EngineError, IllegalAction
from engines.core.history import SEAT_BITS, Deal, Event, Irregular
from engines.core.notation import cheapest, compact, format_action, parse_action
from engines.core.rng import Stream, deck_of

if TYPE_CHECKING:
    from engines.core.game import Game

# What is played for a seat that has failed: the first of these verbs that is legal.
PASSIVE_VERBS: Final = ("pass", "refuse", "keep", "stand", "done", "fold", "dead")
NO_ONE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """Hold what a game is made of while it is played; see state.py for what a family implements."""

    __slots__ = (
        "dealer",
        "deals_done",
        "deck",
        "first_deal",
        "game",
        "imagined",
        "in_deal",
        "irregular",
        "is_over",
        "legal_now",
        "moves",
        "past",
        "payouts",
        "places",
        "pool",
        "seed",
        "told",
        "totals",
        "turn",
    )

    def __init__(self, game: "Game", seed: bytes | None) -> None:
        self.game = game
        self.seed = seed
        #: The seat to act; -1 for nobody. `current_player` is the same with None.
        self.turn: int = NO_ONE
        #: The seat that deals or dealt last; -1 before the first deal.
        self.dealer: int = NO_ONE
        self.deck: tuple[int, ...] = ()
        self.irregular: Irregular | None = None
        self.in_deal = False
        self.is_over = False
        self.deals_done = 0
        self.moves: list[int] = []
        self.past: tuple[Deal, ...] = ()
        #: The deal that the history begins with: 0, or for a sample the deal that it was drawn in.
        self.first_deal = 0
        self.imagined = False
        self.told: list[Event] | None = None
        self.totals: list[int] = [0] * game.players
        self.pool = 0
        self.places: tuple[int, ...] | None = None
        self.payouts: tuple[float, ...] | None = None
        self.legal_now: Sequence[int] = ()

    # What a family implements.

    @abstractmethod
    def _deal(self) -> None: ...

    @abstractmethod
    def _apply(self, action: int) -> None: ...

    @abstractmethod
    def _next_dealer(self) -> int: ...

    # What a family calls.

    def _emit(self, type_: str, /, seats: Sequence[int] | None = None, **fields: Any) -> None:
        """Add an event; `seats` names those who may know of it (None: all)."""
        event: Event = {"type": type_, **fields}
        if seats is not None:
            event["seats"] = list(seats)
        if self.told is not None:
            self.told.append(event)

    def _finish_game(self, places: Sequence[int], payouts: Sequence[float]) -> None:
        """End the game with this deal; totals and pool are already what they are at the end."""
        self.is_over = True
        self.places = tuple(places)
        self.payouts = tuple(payouts)

    def _finish_deal(self) -> None:
        """End the deal: add its row to the history."""
        self.in_deal = False
        self.turn = NO_ONE
        self.legal_now = ()
        self.deals_done += 1
        self.past += (self._present_deal(),)
        if self.told is not None:
            self._emit("deal_end", deal=self.deals_done - 1, totals=list(self.totals), pool=self.pool)
            if self.is_over:
                self._emit("game_end", places=list(self.places or ()), payouts=list(self.payouts or ()))

    def _present_deal(self) -> Deal:
        return Deal(self.dealer, self.deck, tuple(self.moves), self.irregular, tuple(self.totals), self.pool)

    # The life of the deals.

    def open_from_seed(self, first_dealer: int) -> None:
        """Deal the first deal of a seeded game."""
        self._run_deals(first_dealer)

    def next_dealer(self) -> int | None:
        """Return who must deal next between two deals (None: any seat may, before the first deal)."""
        return self._next_dealer() if self.dealer != NO_ONE else None

    def start_deal(self, dealer: int, deck: Sequence[int], irregular: Irregular | None = None) -> None:
        """Deal a given deck (a record's); the game must be between two deals."""
        if self.in_deal or self.is_over:
            raise EngineError("a deal starts only when the one before is finished and the game is not over")
        expected = self.next_dealer()
        if not 0 <= dealer < self.game.players or (expected is not None and dealer != expected):
            raise EngineError(
                f"seat {dealer} cannot deal: " + ("no such seat" if expected is None else f"it is seat {expected}")
            )
        if sorted(deck) != sorted(self.game.pack):
            raise EngineError("the deck is not a permutation of the pack")
        if irregular:
            self._check_irregular(irregular)
        self._start(dealer, tuple(deck), irregular or None)

    def _check_irregular(self, irregular: Irregular) -> None:
        """Refuse marks of an irregular deal; a family whose rules speak of them checks them instead."""
        raise EngineError("the rules of this game know no irregular deals")

    def _start(self, dealer: int, deck: tuple[int, ...], irregular: Irregular | None) -> None:
        self.dealer = dealer
        self.deck = deck
        self.irregular = irregular
        self.in_deal = True
        self.moves = []
        if self.told is not None:
            self._emit("deal", deal=self.deals_done, dealer=dealer)
        self._deal()

    def _run_deals(self, dealer: int) -> None:
        """Deal from the seed until somebody must act (a deal may end as dealt)."""
        if self.seed is None:
            return
        while True:
            self._start(dealer, tuple(deck_of(self.seed, self.deals_done, self.game.pack)), None)
            if self.in_deal or self.is_over:
                return
            dealer = self._next_dealer()

    # Playing.

    @property
    def current_player(self) -> int | None:
        """Return the seat to act; None when nobody is."""
        return None if self.turn == NO_ONE else self.turn

    def legal_actions(self) -> Sequence[int]:
        """List the legal actions of the player to act, ascending; empty when nobody is."""
        return self.legal_now

    def apply(self, action: int) -> None:
        """Play an action of the player to act; raise IllegalAction, changing nothing, if it is not legal."""
        if action not in self.legal_now:
            raise self._refusal(action)
        self.moves.append(action << SEAT_BITS | self.turn)
        self._apply(action)
        if not self.in_deal:
            self._go_on()

    def _go_on(self) -> None:
        """Deal the next deal, if there is one."""
        if not self.is_over:
            self._run_deals(self._next_dealer())

    def _refusal(self, action: int) -> IllegalAction:
        try:
            shown = self.format(action)
        except (BadNotation, TypeError):
            shown = repr(action)
        return IllegalAction(shown, self.legal())

    def act(self, text: str) -> None:
        """Play an action given as text."""
        self.apply(self.parse(text))

    def legal(self) -> list[str]:
        """List the legal actions as text, integers of a range once as `lo..hi`."""
        texts = self.game.lone_texts
        try:
            return [texts[action] for action in self.legal_now]
        except KeyError:  # there is an amount among them
            return compact(self.game.verbs, self.legal_now)

    def parse(self, text: str) -> int:
        """Read an action as text; raise BadNotation or IllegalAction, which holds what is legal."""
        known = self.game.lone_actions.get(text) if isinstance(text, str) else None
        action = parse_action(self.game.verbs, text) if known is None else known
        if action not in self.legal_now:
            raise IllegalAction(text, self.legal())
        return action

    def format(self, action: int) -> str:
        """Write an action as text."""
        return format_action(self.game.verbs, action)

    def random_action(self, rng: Stream) -> int:
        """Choose one of the legal actions, each equally likely."""
        return rng.choice(self.legal_actions())

    def passive_action(self) -> int:
        """Choose what is played for a seat that has failed."""
        legal = self.legal()
        for name in PASSIVE_VERBS:
            for text in legal:
                if text.partition(" ")[0] == name:
                    return self.parse(cheapest(text))
        return self.parse(cheapest(min(legal)))
