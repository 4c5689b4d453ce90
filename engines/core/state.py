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
    _imagine(seat, rng)   a deck and the actions of the present deal that agree with what the seat knows
    _restart(other)       give ``other`` (blank) the family's fields as they were before the present deal

and it may extend ``passive_action`` and ``broken_invariants``. ``self.deals_done`` counts finished deals and, in
``_apply`` or ``_deal``, not yet the present one. Playing keeps moves only; ``_emit`` is called only where
``self.told is not None``. Events are dicts with a "type", public unless "seats" lists who may know; they are never
changed once emitted.

These modules run as they are, and faster when compiled by mypyc: attributes are set in ``__init__``, ints stay ints.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from json import JSONEncoder
from typing import Any, Final

from engines.core.compiling import mypyc_attr
from engines.core.course import NO_ONE, Course
from engines.core.errors import EngineError
from engines.core.history import SEAT_BITS, Deal, Event, Irregular, record_of, visible
from engines.core.rng import Randomness
from engines.core.texts import numbers_text

# What is written is built anew each time: it holds no circles to look for.
_ENCODER: Final = JSONEncoder(check_circular=False, separators=(",", ":"))


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Course):
    """Hold one game being played; changed only by `apply`, which checks first and changes nothing when it refuses."""

    __slots__ = ()

    # What a family implements, besides a course.

    @abstractmethod
    def _blank(self) -> "State": ...

    def _bare(self) -> "State":
        """Return an object for `clone` to fill; a family that gives all its fields itself need not set any here."""
        return self._blank()

    @abstractmethod
    def _copy_into(self, other: Any) -> None: ...

    @abstractmethod
    def _observe(self, seat: int) -> dict[str, Any]: ...

    @abstractmethod
    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]: ...

    @abstractmethod
    def _restart(self, other: Any) -> None: ...

    @classmethod
    @abstractmethod
    def rebuild(cls, game: Any, observation: Mapping[str, Any], rng: Randomness) -> "State": ...

    # Looking.

    def broken_invariants(self) -> list[str]:
        """Name the invariants that do not hold now: none, unless the engine has a fault. May be asked at any moment."""
        broken = []
        if self.in_deal and not self.legal_now:
            broken.append("the player to act has a legal action")
        if len(self.past) != self.deals_done - self.first_deal:
            broken.append("every finished deal has a row")
        return broken

    def observation(self, seat: int) -> dict[str, Any]:
        """Return all that the rules let the seat know now, and nothing more."""
        seen = self._seen(seat)
        seen["options"] = self.game.options.copy()
        return seen

    def observation_json(self, seat: int) -> str:
        """Return the observation as JSON text without spaces; quicker than writing the dict."""
        game = self.game
        fields = self._observe_text(self._checked(seat))
        dealer = "null" if self.dealer == NO_ONE else str(self.dealer)
        to_act = "null" if self.turn == NO_ONE else str(self.turn)
        return (
            f'{game.observation_heads[seat]},"dealer":{dealer},"deal":{self._deal_seen()},"to_act":{to_act}'
            f',"totals":{numbers_text(self.totals)},{fields}{game.observation_tail}'
        )

    def _observe_text(self, seat: int) -> str:
        """Return the family's fields as JSON text without the braces around them."""
        return _ENCODER.encode(self._observe(seat))[1:-1]

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < self.game.players:
            raise EngineError(f"there is no seat {seat!r}; seats are 0 to {self.game.players - 1}")
        return seat

    def _deal_seen(self) -> int:
        """Return the number of the deal that an observation is about: the one in play, or else the last."""
        return self.deals_done if self.in_deal or not self.deals_done else self.deals_done - 1

    def _seen(self, seat: int) -> dict[str, Any]:
        """Return the observation but for the options, which never change."""
        seen: dict[str, Any] = {
            "game": self.game.id,
            "seat": self._checked(seat),
            "players": self.game.players,
            "dealer": None if self.dealer == NO_ONE else self.dealer,
            "deal": self._deal_seen(),
            "to_act": self.current_player,
            "totals": self.totals.copy(),
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
        other = self._bare()
        other.game = self.game
        other.seed = self.seed
        other.told = None
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
        self._checked(seat)
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
