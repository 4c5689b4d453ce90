"""A game of Smear being played: the deal, its calls and plays, and the end of each deal.

Sets of cards are bit masks by seat; discards and refills are in discards.py, scores in scoring.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import CARD_LISTS, CARD_TEXT
from engines.core.rng import Randomness
from engines.core.state import State
from engines.smear.actions import BETWEEN, BID, TRUMP
from engines.smear.auction import call, name_trumps
from engines.smear.dealing import deal, deal_seen
from engines.smear.discards import discard
from engines.smear.invariants import broken_invariants
from engines.smear.known import known_of_state
from engines.smear.sample import imagine
from engines.smear.sample_plan import Plan
from engines.smear.tricks import end_trick
from engines.smear.view import observe

if TYPE_CHECKING:
    from engines.smear.game import SmearGame

#: What stands in a list's place before the first deal; never changed.
_EMPTY: Final[list[int]] = []
_NOT_PLANNED: Final = (-1, -1, -1)


class SmearState(State):
    """Hold a game of Smear."""

    __slots__ = (
        "after",
        "bid",
        "bidder",
        "calls",
        "discard_place",
        "first_dealer",
        "follow",
        "hands",
        "kitty",
        "lead",
        "named",
        "phase",
        "plan",
        "planned",
        "ruffs",
        "rules",
        "sets",
        "stock",
        "suit_lists",
        "taken",
        "to_discard",
        "trick_start",
        "tricks",
        "trump",
    )

    game: SmearGame

    def __init__(self, game: SmearGame, seed: bytes | None, *, bare: bool = False) -> None:
        if bare:  # a clone, whose fields are all set by `clone`
            return
        super().__init__(game, seed)
        self.rules = game.rules
        self.after = game.rules.after
        self.suit_lists = game.rules.suit_lists
        #: The facts of the trumps named, once they are.
        self.named = game.rules.trumps[0]
        #: The trumps that may be played though one could follow, where the options allow it.
        self.ruffs = 0
        #: How often each side was set: money knows it.
        self.sets: tuple[int, ...] = game.rules.never_set
        self.first_dealer = -1
        self.phase: int = BETWEEN
        self.calls = 0
        self.bid = 0
        self.bidder = -1
        self.trump = -1
        self.hands: list[int] = game.rules.no_hands
        self.stock: tuple[int, ...] = ()
        self.kitty: tuple[int, ...] = ()
        self.to_discard = 0
        self.discard_place = 0
        #: What each seat has taken in tricks, as traces (trumps.py) added up.
        self.taken: list[int] = _EMPTY
        #: The trick on the table: who leads it, where it begins in `moves`, and which cards follow the one led (0: none
        #: is).
        self.lead = -1
        self.trick_start = 0
        self.follow = 0
        #: What samples are drawn from: made for so many moves and a seat.
        self.plan: Plan | None = None
        self.planned = _NOT_PLANNED
        #: The finished tricks, each as ``start << 4 | winner``, the start as an index into `moves`.
        self.tricks: tuple[int, ...] = ()

    # Dealing.

    def open_from_seed(self, first_dealer: int) -> None:
        """Deal the first deal; an outsider deals as the last seat whatever seat was drawn."""
        super().open_from_seed(first_dealer if self.rules.dealer_plays else self.rules.players - 1)

    def next_dealer(self) -> int | None:
        """Return who must deal next; an outsider sits at the last seat from the first deal on."""
        return super().next_dealer() if self.rules.dealer_plays else self.rules.players - 1

    def _next_dealer(self) -> int:
        if self.dealer < 0 or not self.rules.dealer_plays:
            return self.rules.players - 1
        if self.bidder < 0 and self.rules.all_pass == "redeal":
            return self.dealer
        return (self.dealer + 1) % self.rules.players

    def _deal(self) -> None:
        deal(self)

    def seat_at(self, place: int) -> int:
        """Return the seat so many places behind the dealer's left-hand neighbour."""
        return (self.dealer + 1 + place) % self.rules.players

    def is_filling(self, seat: int) -> bool:
        """Say whether the seat may throw up to three plain cards, to be filled up from the stock."""
        return self.rules.dealer_takes_rest and seat != self.dealer

    # Playing an action.

    def apply(self, action: int) -> None:
        """Play an action, as the base does; a card played, most of a game, is done here in one go."""
        lead = self.lead
        if lead < 0:
            if self.to_discard:
                discard(self, action)
            else:
                self._speak(action)
            return
        if action not in self.legal_now:
            raise self._refusal(action)
        seat, hands = self.turn, self.hands
        self.moves.append(action << 4 | seat)
        hands[seat] = hands[seat] ^ 1 << action  # an int to the compiler, which `^=` is not
        if self.told is not None:
            self._emit("play", seat=seat, card=CARD_TEXT[action])
        follow = self.follow
        if not follow:
            self.follow = follow = self.named.follow[action]
        after = self.after
        seat = after[seat]
        hand = hands[seat]
        while not hand and seat != lead:
            seat = after[seat]
            hand = hands[seat]
        if seat == lead:
            end_trick(self)
            if not self.in_deal:
                self._go_on()
            return
        self.turn = seat
        following = hand & follow
        if following:
            if self.ruffs:
                following |= hand & self.ruffs
            self.legal_now = CARD_LISTS[following]
        else:
            clubs, diamonds, hearts, spades = self.suit_lists
            self.legal_now = (
                clubs[hand & 8191] + diamonds[hand >> 13 & 8191] + hearts[hand >> 26 & 8191] + spades[hand >> 39]
            )

    def _speak(self, action: int) -> None:
        """Play a call, or the naming of trumps."""
        if action not in self.legal_now:
            raise self._refusal(action)
        self.moves.append(action << 4 | self.turn)
        self._apply(action)
        if not self.in_deal:
            self._go_on()

    def _apply(self, action: int) -> None:
        seat = self.turn
        if action < BID:
            call(self, seat, 0)
        elif action < TRUMP:
            call(self, seat, action - BID)
        else:
            name_trumps(self, seat, action - TRUMP)

    # Looking and copying.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        plan = self.plan
        if plan is None or self.planned != (self.deals_done, len(self.moves), seat):
            plan = self.plan = Plan(known_of_state(self, seat))
            self.planned = (self.deals_done, len(self.moves), seat)
        return imagine(plan, rng)

    @classmethod
    def rebuild(cls, game: SmearGame, seen: Mapping[str, Any], rng: Randomness) -> SmearState:
        """Make a state of the deal that an observation shows, as `sample` would."""
        state = SmearState(game, None)
        deal_seen(state, seen, rng)
        return state

    def _bare(self) -> SmearState:
        return SmearState(self.game, self.seed, bare=True)

    def _blank(self) -> SmearState:
        return SmearState(self.game, self.seed)

    def _restart(self, other: SmearState) -> None:
        other.sets = self.sets
        other.first_dealer = self.first_dealer

    def _copy_into(self, other: SmearState) -> None:
        other.rules = self.rules
        other.after = self.after
        other.suit_lists = self.suit_lists
        other.plan = None
        other.planned = _NOT_PLANNED
        other.sets = self.sets
        other.first_dealer = self.first_dealer
        other.phase = self.phase
        other.calls = self.calls
        other.bid = self.bid
        other.bidder = self.bidder
        other.trump = self.trump
        other.named = self.named
        other.hands = self.hands.copy()
        other.stock = self.stock
        other.kitty = self.kitty
        other.to_discard = self.to_discard
        other.discard_place = self.discard_place
        other.taken = self.taken.copy()
        other.lead = self.lead
        other.trick_start = self.trick_start
        other.follow = self.follow
        other.ruffs = self.ruffs
        other.tricks = self.tricks
