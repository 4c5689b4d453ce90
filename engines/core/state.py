"""The base of a game's state: the life of deals, playing, clones and samples.

A family's State implements, and nothing else is needed:

    _blank()              a new object of its own class with the same game and seed
    _copy_into(other)     give ``other`` (blank, its base fields set) its own copy of the family's fields
    _deal()               hand out ``self.deck`` to this deal's players (it may end the deal at once)
    _apply(action)        play one legal action; both set ``self.turn`` to who acts next and ``self.legal_now`` to what
                          is then legal: ascending ints, once each, never empty in a deal. At the end of the deal
                          update ``self.totals`` (and ``self.pool``), call ``_finish_game`` if the game is won, and
                          then ``_finish_deal()``
    _next_dealer()        the seat that deals next, after a finished deal
    _observe(seat)        the family's observation fields, with its "phase"
    _imagine(seat, rng)   a deck and the moves of the present deal that agree with what the seat knows
    _restart(other)       give ``other`` (blank) the family's fields as they were before the present deal

and it may extend ``passive_action`` and ``broken_invariants``. ``self.deals_done`` counts finished deals and, in
``_apply`` or ``_deal``, not yet the present one. Playing keeps moves only; ``_emit`` is called only where
``self.told is not None``. Events are dicts with a "type", public unless "seats" lists who may know; they are never
changed once emitted.

These modules run as they are, and faster when compiled by mypyc: attributes are set in ``__init__``, ints stay ints.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engines.core.errors import EngineError, IllegalAction
from engines.core.history import SEAT_BITS, Deal, Event, Irregular, record_of, visible
from engines.core.notation import cheapest, compact, format_action, parse_action
from engines.core.rng import Randomness, Stream, deck_of

if TYPE_CHECKING:
    from engines.core.game import Game

# What is played for a seat that has failed: the first of these verbs that is legal.
PASSIVE_VERBS: Final = ("pass", "refuse", "keep", "stand", "done", "fold", "dead")
_NO_ONE: Final = -1


class State:
    """Hold one game being played; changed only by `apply`, which checks first and changes nothing when it refuses."""

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
        self.turn: int = _NO_ONE
        #: The seat that deals or dealt last; -1 before the first deal.
        self.dealer: int = _NO_ONE
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
    def _blank(self) -> "State": ...

    @abstractmethod
    def _copy_into(self, other: Any) -> None: ...

    @abstractmethod
    def _deal(self) -> None: ...

    @abstractmethod
    def _apply(self, action: int) -> None: ...

    @abstractmethod
    def _next_dealer(self) -> int: ...

    @abstractmethod
    def _observe(self, seat: int) -> dict[str, Any]: ...

    @abstractmethod
    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]: ...

    @abstractmethod
    def _restart(self, other: Any) -> None: ...

    # What a family calls.

    def _emit(self, kind: str, /, seats: Sequence[int] | None = None, **fields: Any) -> None:
        """Add an event; `seats` names those who may know of it (None: all)."""
        event: Event = {"type": kind, **fields}
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
        self.turn = _NO_ONE
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
        return self._next_dealer() if self.dealer != _NO_ONE else None

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
        return None if self.turn == _NO_ONE else self.turn

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
        shown = format_action(self.game.verbs, action) if type(action) is int else repr(action)
        return IllegalAction(shown, self.legal())

    def act(self, text: str) -> None:
        """Play an action given as text."""
        self.apply(self.parse(text))

    def legal(self) -> list[str]:
        """List the legal actions as text, integers of a range once as `lo..hi`."""
        return compact(self.game.verbs, self.legal_actions())

    def parse(self, text: str) -> int:
        """Read an action as text; raise BadNotation or IllegalAction, which holds what is legal."""
        action = parse_action(self.game.verbs, text)
        if action not in self.legal_actions():
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

    def broken_invariants(self) -> list[str]:
        """Name the invariants that do not hold now: none, unless the engine has a fault. May be asked at any moment."""
        broken = []
        if self.in_deal and not self.legal_now:
            broken.append("the player to act has a legal action")
        if len(self.past) != self.deals_done - self.first_deal:
            broken.append("every finished deal has a row")
        return broken

    # Looking.

    def observation(self, seat: int) -> dict[str, Any]:
        """Return all that the rules let the seat know now, and nothing more."""
        if not 0 <= seat < self.game.players:
            raise EngineError(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        seen: dict[str, Any] = {
            "game": self.game.id,
            "seat": seat,
            "players": self.game.players,
            "dealer": None if self.dealer == _NO_ONE else self.dealer,
            "deal": self.deals_done if self.in_deal or not self.deals_done else self.deals_done - 1,
            "to_act": self.current_player,
            "totals": list(self.totals),
            "options": self.game.options.copy(),
        }
        seen.update(self._observe(seat))
        return seen

    @property
    def events(self) -> list[Event]:
        """List what has happened, for all eyes; told from the moves when first asked for, and kept from then on."""
        if self.told is None:
            self.told = self._retold()
        return self.told

    def _retold(self) -> list[Event]:
        """Play the history again on a fresh state that tells of it."""
        teller = self._before_history()
        told: list[Event] = []
        teller.told = told
        for deal in self.history:
            teller._start(deal.dealer, deal.deck, deal.irregular)
            for move in deal.moves:
                teller.apply(move >> SEAT_BITS)
        return told

    def _before_history(self) -> "State":
        teller = self.game.empty_state()
        if self.first_deal:
            raise EngineError("a sample tells no events of the deals before it")
        return teller

    def events_for(self, seat: int, start: int = 0) -> list[Event]:
        """List the events from `start` on (an index into `events`) that the seat may know, without the seats' names."""
        return visible(self.events[start:], seat)

    @property
    def history(self) -> list[Deal]:
        """List all deals so far, the one in play last (its totals and pool are those of now)."""
        return [*self.past, self._present_deal()] if self.in_deal else list(self.past)

    @property
    def totals_history(self) -> list[tuple[int, ...]]:
        """List the totals after each finished deal, by seat."""
        return [deal.totals for deal in self.past]

    @property
    def pool_history(self) -> list[int]:
        """List the pool after each finished deal."""
        return [deal.pool for deal in self.past]

    # Copying.

    def clone(self) -> "State":
        """Return an independent copy: playing on one changes nothing in the other."""
        other = self._blank()
        other.turn = self.turn
        other.dealer = self.dealer
        other.deck = self.deck
        other.irregular = self.irregular
        other.in_deal = self.in_deal
        other.is_over = self.is_over
        other.deals_done = self.deals_done
        other.moves = self.moves.copy()
        other.past = self.past
        other.first_deal = self.first_deal
        other.imagined = self.imagined
        other.totals = self.totals.copy()
        other.pool = self.pool
        other.places = self.places
        other.payouts = self.payouts
        other.legal_now = self.legal_now
        self._copy_into(other)
        return other

    def record(self) -> dict[str, Any]:
        """Return the record of the game so far: enough to replay it without random numbers."""
        return record_of(self)

    # Imagining.

    def sample(self, seat: int, rng: Randomness) -> "State":
        """Return a copy in which all that the seat cannot know is dealt again at random, as its family documents.

        What the sample plays on from its present deal comes from a new seed; its history begins with that deal.
        """
        if not 0 <= seat < self.game.players:
            raise EngineError(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        if not self.in_deal:
            other = self.clone()
        else:
            deck, moves = self._imagine(seat, rng)
            other = self._blank()
            other.seed = None  # no deal follows by itself while the moves are played again
            other.deals_done = self.deals_done
            other.first_deal = self.deals_done
            other.totals = self.totals.copy()
            other.pool = self.pool
            self._restart(other)
            other._play_imagined(self.dealer, deck, self._imagined_irregular(seat), moves)
        other._go_on_imagined(rng)
        return other

    def _imagined_irregular(self, seat: int) -> Irregular | None:
        """Return the marks of a sampled deal; a family in which a seat does not know them all leaves some out."""
        return self.irregular

    def _play_imagined(
        self, dealer: int, deck: Sequence[int], irregular: Irregular | None, moves: Sequence[int]
    ) -> None:
        """Deal an imagined deck and play the moves of the deal again."""
        self._start(dealer, tuple(deck), irregular)
        for action in moves:
            self.apply(action)

    def _go_on_imagined(self, rng: Randomness) -> None:
        """Take the deals to come from a new seed."""
        self.imagined = True
        self.seed = _drawn_seed(rng)


def _drawn_seed(rng: Randomness) -> bytes:
    """Draw 159 random bits for the deals to come."""
    return b"".join(int(rng.random() * 9007199254740992).to_bytes(7, "big") for _ in range(3))
