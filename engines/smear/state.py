"""A game of Smear being played: the deal, its calls and plays, and the end of each deal.

Sets of cards are bit masks by seat; discards and refills are in discards.py, scores in scoring.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast

from engines.core.cards import BIT, CARD_LISTS, CARD_TEXT, listed, remembered
from engines.core.history import SEAT_BITS
from engines.core.rng import Randomness
from engines.core.state import State
from engines.smear.actions import BETWEEN, PLAYING, PLAYS
from engines.smear.auction import speak
from engines.smear.dealing import deal, deal_seen, dealer_after
from engines.smear.discards import discard
from engines.smear.invariants import broken_invariants
from engines.smear.known import known_of_state
from engines.smear.sample import deal_again, imagine
from engines.smear.sample_plan import Plan
from engines.smear.tricks import end_trick
from engines.smear.view import Shown, observe_text

if TYPE_CHECKING:
    from engines.smear.game import SmearGame

#: What stands in a list's place before the first deal; never changed.
_EMPTY: Final[list[int]] = []


class SmearState(State):
    """Hold a game of Smear."""

    __slots__ = (
        "after",
        "bid",
        "bidder",
        "calls",
        "discard_place",
        "first_dealer",
        "first_play",
        "follow",
        "hands",
        "lead",
        "named",
        "phase",
        "plan",
        "playable",
        "rules",
        "sets",
        "shown",
        "stock",
        "suit_lists",
        "taken",
        "throws",
        "to_discard",
        "trick_start",
        "trump",
        "winners",
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
        #: How many cards the seat to act has still to discard, out of which actions, and its place behind the dealer.
        self.to_discard = 0
        self.throws: list[int] = _EMPTY
        self.discard_place = 0
        #: What each side has taken in tricks, as traces (trumps.py) added up, and who took each finished trick.
        self.taken: list[int] = game.rules.none_taken
        self.winners: list[int] = _EMPTY
        #: Where in `moves` the cards played begin; -1: not yet.
        self.first_play = -1
        #: The trick on the table: who leads it, where it begins in `moves`, and what follows the card led (0: none is).
        self.lead = -1
        self.trick_start = 0
        self.follow = 0
        #: The cards of `legal_now` while cards are played: a bit is tested sooner than a tuple is searched.
        self.playable = 0
        #: What observations show of the deal, once one was made while cards are played.
        self.shown: Shown | None = None
        #: What samples are drawn from, once one has been drawn.
        self.plan: Plan | None = None

    # Dealing.

    def open_from_seed(self, first_dealer: int) -> None:
        """Deal the first deal; an outsider deals as the last seat whatever seat was drawn."""
        super().open_from_seed(first_dealer if self.rules.dealer_plays else self.rules.players - 1)

    def next_dealer(self) -> int | None:
        """Return who must deal next; an outsider sits at the last seat from the first deal on."""
        return super().next_dealer() if self.rules.dealer_plays else self.rules.players - 1

    def _next_dealer(self) -> int:
        return dealer_after(self)

    def _deal(self) -> None:
        deal(self)

    # Playing an action.

    def apply(self, action: int) -> None:
        """Play an action, as the base does; a card played, most of a game, is done here in one go."""
        lead = self.lead
        if lead < 0:
            if self.to_discard:
                discard(self, action)
                return
            if action not in self.legal_now:
                raise self._refusal(action)
            self.moves.append(action << SEAT_BITS | self.turn)
            speak(self, action)
            if not self.in_deal:
                self._go_on()
            return
        if action < 0 or not self.playable >> action & 1:
            raise self._refusal(action)
        seat, hands = self.turn, self.hands
        self.moves.append(PLAYS[seat][action])
        hands[seat] = hands[seat] ^ BIT[action]  # an int to the compiler, which `^=` is not
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
            ruffs = self.named.ruffs
            if ruffs:
                following |= hand & ruffs
            self.playable = following
            try:
                self.legal_now = CARD_LISTS[following]
            except KeyError:
                self.legal_now = remembered(following)
        else:
            self.playable = hand
            self.legal_now = listed(hand, self.suit_lists)

    def _apply(self, action: int) -> None:
        speak(self, action)

    # Looking and copying.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe_text(self, seat: int) -> str:
        return observe_text(self, seat)

    def _observe(self, seat: int) -> dict[str, Any]:
        return cast("dict[str, Any]", json.loads(f"{{{observe_text(self, seat)}}}"))

    def _plan(self, seat: int) -> Plan:
        """Return what the samples of a seat are drawn from, worked out once for all from here."""
        plan, moment = self.plan, (self.deals_done, len(self.moves), seat)
        if plan is None or plan.moment != moment:
            self.plan = plan = Plan(known_of_state(self, seat), moment)
        return plan

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        return imagine(self._plan(seat), rng)

    def sample(self, seat: int, rng: Randomness) -> State:
        """Return a sample, as the base does; while cards are played, without playing all moves again."""
        if self.phase != PLAYING or not 0 <= seat < self.rules.players:
            return super().sample(seat, rng)
        other = cast(SmearState, self.clone())
        deal_again(other, self._plan(seat), rng)
        other._go_on_imagined(rng)
        return other

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
        other.shown = None
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
        other.to_discard = self.to_discard
        other.throws = self.throws.copy() if self.to_discard else _EMPTY
        other.discard_place = self.discard_place
        other.taken = self.taken.copy()
        other.lead = self.lead
        other.first_play = self.first_play
        other.trick_start = self.trick_start
        other.follow = self.follow
        other.playable = self.playable
        other.winners = self.winners.copy()
