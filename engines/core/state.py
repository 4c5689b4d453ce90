"""The base of a game's state: the life of deals, the history, events, records and clones.

A family's State implements, and nothing else is needed:

    _deal()               hand out ``self.deck`` to this deal's players (it may end the deal at once)
    _legal()              the legal actions of ``self.current_player``, ascending ints; never empty in a deal
    _apply(action)        play one legal action; set ``self.current_player``; at the end of the deal update
                          ``self.totals`` (and ``self.pool``), call ``_finish_game`` if the game is won, and then
                          ``_finish_deal()``
    _next_dealer()        the seat that deals next, after a finished deal
    _copy_into(other)     give ``other`` (a clone whose base fields are set) its own copy of the family's fields
    _observe(seat)        the family's observation fields, with its "phase"

and it may extend ``passive_action`` and ``broken_invariants``. ``self.deals_done`` counts finished deals and, in
``_apply`` or ``_deal``, not yet the present one. Events are dicts with a "type", public unless "seats" lists who may
know; they are never changed once emitted, so clones share them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import texts
from engines.core.errors import EngineError, IllegalAction
from engines.core.notation import VERB_SHIFT, compact, format_action, parse_action
from engines.core.rng import Stream, deck_of

if TYPE_CHECKING:
    from engines.core.game import Game

Event = dict[str, Any]

# What is played for a seat that has failed: the first of these verbs that is legal.
PASSIVE_VERBS: Final = ("pass", "refuse", "keep", "stand", "done", "fold", "dead")


class DealLog:
    """Keep what a record says of one deal: dealer, deck, and the actions with their seats."""

    __slots__ = ("actions", "dealer", "deck")

    def __init__(self, dealer: int, deck: Sequence[int], actions: list[tuple[int, int]]) -> None:
        self.dealer = dealer
        self.deck = deck
        self.actions = actions


class State(ABC):
    """Hold one game being played; changed only by `apply`, which checks first and changes nothing when it refuses."""

    __slots__ = (
        "_legal_now",
        "_seed",
        "current_player",
        "dealer",
        "deals_done",
        "deck",
        "events",
        "game",
        "in_deal",
        "is_over",
        "log",
        "payouts",
        "places",
        "pool",
        "pool_history",
        "totals",
        "totals_history",
    )

    def __init__(self, game: "Game", seed: bytes | None) -> None:
        self.game = game
        self._seed = seed
        self._legal_now: tuple[int, ...] | None = None
        self.current_player: int | None = None
        self.dealer: int | None = None
        self.deck: Sequence[int] = ()
        self.in_deal = False
        self.is_over = False
        self.deals_done = 0
        self.events: list[Event] = []
        self.log: list[DealLog] = []
        self.totals: list[int] = [0] * game.players
        self.totals_history: list[tuple[int, ...]] = []
        self.pool = 0
        self.pool_history: list[int] = []
        self.places: tuple[int, ...] | None = None
        self.payouts: tuple[float, ...] | None = None

    # What a family implements.

    @abstractmethod
    def _deal(self) -> None: ...

    @abstractmethod
    def _legal(self) -> Sequence[int]: ...

    @abstractmethod
    def _apply(self, action: int) -> None: ...

    @abstractmethod
    def _next_dealer(self) -> int: ...

    @abstractmethod
    def _copy_into(self, other: Any) -> None: ...

    @abstractmethod
    def _observe(self, seat: int) -> dict[str, Any]: ...

    # What a family calls.

    def _emit(self, kind: str, /, seats: Sequence[int] | None = None, **fields: Any) -> None:
        """Add an event; `seats` names those who may know of it (None: all)."""
        event: Event = {"type": kind, **fields}
        if seats is not None:
            event["seats"] = list(seats)
        self.events.append(event)

    def _finish_game(self, places: Sequence[int], payouts: Sequence[float]) -> None:
        """End the game with this deal; totals and pool are already what they are at the end."""
        self.is_over = True
        self.places = tuple(places)
        self.payouts = tuple(payouts)

    def _finish_deal(self) -> None:
        """End the deal: add its row to the history."""
        self.in_deal = False
        self.current_player = None
        self.deals_done += 1
        self.totals_history.append(tuple(self.totals))
        self.pool_history.append(self.pool)
        self._emit("deal_end", deal=self.deals_done - 1, totals=list(self.totals), pool=self.pool)
        if self.is_over:
            self._emit("game_end", places=list(self.places or ()), payouts=list(self.payouts or ()))

    # The life of the deals.

    def open_from_seed(self, first_dealer: int) -> None:
        """Deal the first deal of a seeded game."""
        self._run_deals(first_dealer)

    def next_dealer(self) -> int | None:
        """Return who must deal next between two deals (None: any seat may, before the first deal)."""
        return self._next_dealer() if self.log else None

    def start_deal(self, dealer: int, deck: Sequence[int]) -> None:
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
        self.dealer = dealer
        self.deck = tuple(deck)
        self.in_deal = True
        self._legal_now = None
        self.log.append(DealLog(dealer, self.deck, []))
        self._emit("deal", deal=self.deals_done, dealer=dealer)
        self._deal()

    def _run_deals(self, dealer: int) -> None:
        """Deal from the seed until somebody must act (a deal may end as dealt)."""
        if self._seed is None:
            return
        while True:
            self.start_deal(dealer, deck_of(self._seed, self.deals_done, self.game.pack))
            if self.in_deal or self.is_over:
                return
            dealer = self._next_dealer()

    # Playing.

    def legal_actions(self) -> list[int]:
        """List the legal actions of the player to act, ascending; empty when nobody is."""
        return list(self._legal_tuple())

    def _legal_tuple(self) -> tuple[int, ...]:
        if self._legal_now is None:
            self._legal_now = tuple(self._legal()) if self.in_deal else ()
        return self._legal_now

    def apply(self, action: int) -> None:
        """Play an action of the player to act; raise IllegalAction, changing nothing, if it is not legal."""
        if action not in self._legal_tuple() or type(action) is not int:
            shown = format_action(self.game.verbs, action) if type(action) is int else repr(action)
            raise IllegalAction(shown, self.legal())
        seat = self.current_player
        if seat is None:
            raise EngineError("a deal in play must have a player to act")
        self._legal_now = None
        self.log[-1].actions.append((seat, action))
        self._apply(action)
        if not self.in_deal and not self.is_over:
            self._run_deals(self._next_dealer())

    def act(self, text: str) -> None:
        """Play an action given as text."""
        self.apply(self.parse(text))

    def legal(self) -> list[str]:
        """List the legal actions as text, integers of a range once as `lo..hi`."""
        return compact(self.game.verbs, self._legal_tuple())

    def parse(self, text: str) -> int:
        """Read an action as text; raise BadNotation or IllegalAction, which holds what is legal."""
        action = parse_action(self.game.verbs, text)
        if action not in self._legal_tuple():
            raise IllegalAction(text, self.legal())
        return action

    def format(self, action: int) -> str:
        """Write an action as text."""
        return format_action(self.game.verbs, action)

    def random_action(self, rng: Stream) -> int:
        """Choose one of the legal actions, each equally likely."""
        return rng.choice(self._legal_tuple())

    def passive_action(self) -> int:
        """Choose what is played for a seat that has failed."""
        actions = self._legal_tuple()
        verbs = self.game.verbs
        for name in PASSIVE_VERBS:
            for action in actions:
                if verbs[action >> VERB_SHIFT].name == name:
                    return action
        first = min(self.legal())
        return self.parse(first.split("..")[0])

    def broken_invariants(self) -> list[str]:
        """Name the invariants that do not hold now: none, unless the engine has a fault. May be asked at any moment."""
        broken = []
        if self.in_deal and not self._legal_tuple():
            broken.append("the player to act has a legal action")
        if len(self.totals_history) != self.deals_done or len(self.pool_history) != self.deals_done:
            broken.append("every finished deal has a row")
        return broken

    # Looking.

    def observation(self, seat: int) -> dict[str, Any]:
        """Return all that the rules let the seat know now, and nothing more."""
        if not 0 <= seat < self.game.players:
            raise EngineError(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        return {
            "game": self.game.id,
            "seat": seat,
            "players": self.game.players,
            "dealer": self.dealer,
            "deal": max(0, len(self.log) - 1),
            "to_act": self.current_player,
            "totals": list(self.totals),
            "options": dict(self.game.options),
            **self._observe(seat),
        }

    def events_for(self, seat: int, start: int = 0) -> list[Event]:
        """List the events from `start` on (an index into `events`) that the seat may know, without the seats' names."""
        seen = []
        for event in self.events[start:]:
            if "seats" not in event:
                seen.append(dict(event))
            elif seat in event["seats"]:
                seen.append({name: value for name, value in event.items() if name != "seats"})
        return seen

    def clone(self) -> "State":
        """Return an independent copy: playing on one changes nothing in the other."""
        other = object.__new__(type(self))
        other.game = self.game
        other._seed = self._seed
        other._legal_now = self._legal_now
        other.current_player = self.current_player
        other.dealer = self.dealer
        other.deck = self.deck
        other.in_deal = self.in_deal
        other.is_over = self.is_over
        other.deals_done = self.deals_done
        other.events = self.events.copy()
        other.log = self.log.copy()
        if self.in_deal:  # only the last deal's log still grows; the others are shared
            last = self.log[-1]
            other.log[-1] = DealLog(last.dealer, last.deck, last.actions.copy())
        other.totals = self.totals.copy()
        other.totals_history = self.totals_history.copy()
        other.pool = self.pool
        other.pool_history = self.pool_history.copy()
        other.places = self.places
        other.payouts = self.payouts
        self._copy_into(other)
        return other

    def record(self) -> dict[str, Any]:
        """Return the record of the game so far: enough to replay it without random numbers."""
        record: dict[str, Any] = {
            "format": 1,
            "game": self.game.id,
            "players": self.game.players,
            "options": dict(self.game.canonical_options),
            "deals": [
                {
                    "dealer": deal.dealer,
                    "deck": " ".join(texts(deal.deck)),
                    "actions": [f"{seat} {self.format(action)}" for seat, action in deal.actions],
                }
                for deal in self.log
            ],
        }
        if self._seed is not None:
            record["seed"] = self._seed.hex()
        if self.is_over:
            record["result"] = {
                "totals": list(self.totals),
                "places": list(self.places or ()),
                "payouts": list(self.payouts or ()),
            }
        return record
