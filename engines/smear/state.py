"""A game of Smear being played: auction, trumps, discards and refills, tricks, and the end of each deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS, cards_of, mask_of, texts
from engines.core.errors import EngineError
from engines.core.notation import ARGUMENT_MASK
from engines.core.state import State
from engines.smear.actions import (
    AUCTION,
    BETWEEN,
    BID,
    DISCARD,
    DISCARDING,
    DONE,
    NAMING,
    PLAY,
    PLAYING,
    TRUMP,
    is_filling,
    legal_actions,
)
from engines.smear.ending import leaders, payouts, places, winners_after
from engines.smear.invariants import broken_invariants
from engines.smear.rules import HAND, REFILL
from engines.smear.scoring import DealResult, awards, settle, units
from engines.smear.trumps import JOKER_MASK
from engines.smear.view import observe

if TYPE_CHECKING:
    from engines.smear.game import SmearGame

Trick = tuple[int, tuple[tuple[int, int], ...], int]

# The fields by what a clone does with them.
_COPIED = ("calls", "discards", "hands", "played", "sets", "taken", "trick", "tricks")
_SHARED = (
    "best_seat",
    "best_strength",
    "bid",
    "bidder",
    "discard_place",
    "first_joker",
    "kitty",
    "lead",
    "phase",
    "rules",
    "stock",
    "to_discard",
    "trick_size",
    "trump",
)


class SmearState(State):
    """Hold a game of Smear; sets of cards are bit masks by seat."""

    __slots__ = (*_COPIED, *_SHARED)

    game: SmearGame

    def __init__(self, game: SmearGame, seed: bytes | None) -> None:
        super().__init__(game, seed)
        self.rules = game.rules
        self.sets = [0] * game.rules.sides
        self._clear()

    def _clear(self) -> None:
        """Sweep the table for a new deal."""
        seats = self.rules.players
        self.phase = BETWEEN
        self.calls: list[tuple[int, int]] = []  # a bid of 0 is a pass
        self.bid = 0
        self.bidder = -1
        self.trump = -1
        self.hands = [0] * seats
        self.stock: tuple[int, ...] = ()
        self.kitty: tuple[int, ...] = ()
        self.discards = [0] * seats
        self.to_discard = 0
        self.discard_place = 0
        self.taken = [0] * seats
        self.played = [0] * seats
        self.first_joker: int | None = None
        self.tricks: list[Trick] = []
        self.trick: list[tuple[int, int]] = []
        self.lead = -1
        self.trick_size = 0
        self.best_seat = -1
        self.best_strength = -1

    # Dealing.

    def open_from_seed(self, first_dealer: int) -> None:
        """Deal the first deal; an outsider deals as the last seat whatever seat was drawn."""
        super().open_from_seed(first_dealer if self.rules.dealer_plays else self.rules.players - 1)

    def next_dealer(self) -> int | None:
        """Return who must deal next; an outsider sits at the last seat from the first deal on."""
        return super().next_dealer() if self.rules.dealer_plays else self.rules.players - 1

    def _next_dealer(self) -> int:
        if self.dealer is None or not self.rules.dealer_plays:
            return self.rules.players - 1
        if self.bidder < 0 and self.rules.all_pass == "redeal":
            return self.dealer
        return (self.dealer + 1) % self.rules.players

    def _deal(self) -> None:
        self._clear()
        seats, dealt = self.rules.players, self.rules.dealt
        for place, seat in enumerate(self._from_left()):
            self.hands[seat] = mask_of(self.deck[place : seats * dealt : seats])
        self.stock = tuple(self.deck[seats * dealt :])
        for seat in range(seats):
            self._emit("hand", seats=(seat,), seat=seat, cards=texts(cards_of(self.hands[seat])))
        self.phase = AUCTION
        self.current_player = self._seat_at(0)

    def _seat_at(self, place: int) -> int:
        """Return the seat so many places behind the dealer's left-hand neighbour."""
        if self.dealer is None:
            raise EngineError("there is no dealer before the first deal")
        return (self.dealer + 1 + place) % self.rules.players

    def _from_left(self) -> list[int]:
        return [self._seat_at(place) for place in range(self.rules.players)]

    def _legal(self) -> Sequence[int]:
        return legal_actions(self, self._to_act())

    def _to_act(self) -> int:
        if self.current_player is None:
            raise EngineError("nobody is to act")
        return self.current_player

    # Playing an action.

    def _apply(self, action: int) -> None:
        seat, value = self._to_act(), action & ARGUMENT_MASK
        verb = action - value
        if verb == PLAY:
            self._play(seat, value)
        elif verb == DISCARD:
            self._discard(seat, value)
        elif verb == TRUMP:
            self._name_trumps(seat, value)
        elif verb == DONE:
            self._emit("done", seat=seat)
            self._ask_to_discard(self.discard_place + 1)
        else:
            self._call(seat, value if verb == BID else 0)

    def _call(self, seat: int, bid: int) -> None:
        self.calls.append((seat, bid))
        if bid:
            self.bid, self.bidder = bid, seat
            self._emit("bid", seat=seat, bid=bid)
        else:
            self._emit("pass", seat=seat)
        if self.bid < self.rules.max_bid and len(self.calls) < self.rules.players:
            self.current_player = self._seat_at(len(self.calls))
        elif self.bidder >= 0:
            self.phase = NAMING
            self.current_player = self.bidder
        else:
            self._emit("all_passed")
            self._finish([])

    def _name_trumps(self, seat: int, suit: int) -> None:
        self.trump = suit
        self._emit("trump", seat=seat, suit=SUITS[suit])
        if self.rules.kitty:
            self.kitty = self.stock[: self.rules.kitty]
            self.stock = self.stock[self.rules.kitty :]
            self._emit("kitty", seat=seat, count=len(self.kitty))
            self._hand_out(seat, self.kitty)
        self.phase = DISCARDING
        self._ask_to_discard(0)

    def _hand_out(self, seat: int, cards: Iterable[int]) -> None:
        """Give stock cards to a seat, which alone sees them."""
        given = list(cards)
        self.hands[seat] |= mask_of(given)
        self._emit("cards", seats=(seat,), seat=seat, cards=texts(given))

    def _ask_to_discard(self, place: int) -> None:
        """Turn to the next seat from this place on that has cards to discard; when none has, go on to the play."""
        for place_now in range(place, self.rules.players):
            seat = self._seat_at(place_now)
            self.discard_place = place_now
            if self.rules.dealer_takes_rest and seat == self.dealer:
                self._fill_hands()
            if self.rules.refill or is_filling(self, seat):
                self.to_discard = REFILL
            else:
                self.to_discard = self.hands[seat].bit_count() - HAND
            if self.to_discard > 0:
                self.current_player = seat
                return
        if self.rules.refill:
            for seat in self._from_left():
                self._draw(seat, REFILL)
        self.phase = PLAYING
        self._lead_from(self.bidder)

    def _fill_hands(self) -> None:
        """Fill all hands but the dealer's to six, in order; the dealer takes the rest."""
        for seat in self._from_left()[:-1]:
            self._draw(seat, HAND - self.hands[seat].bit_count())
        self._draw(self._seat_at(self.rules.players - 1), len(self.stock))

    def _draw(self, seat: int, count: int) -> None:
        cards, self.stock = self.stock[:count], self.stock[count:]
        if cards:
            self._emit("refill", seat=seat, count=len(cards))
            self._hand_out(seat, cards)

    def _discard(self, seat: int, card: int) -> None:
        self.hands[seat] ^= 1 << card
        self.discards[seat] |= 1 << card
        self.to_discard -= 1
        self._emit("discard", seat=seat)
        self._emit("discarded", seats=(seat,), seat=seat, card=CARD_TEXT[card])
        if not self.to_discard:
            self._ask_to_discard(self.discard_place + 1)

    # Tricks.

    def _lead_from(self, seat: int) -> None:
        """Open a trick at this seat, or the next that has cards; without any the deal is over."""
        self.trick_size = sum(1 for hand in self.hands if hand)
        if not self.trick_size:
            self._score()
            return
        self.trick = []
        self.best_seat = self.best_strength = -1
        self.lead = self.current_player = self._with_cards(seat)

    def _with_cards(self, seat: int) -> int:
        """Return this seat, or the next clockwise that has cards."""
        while not self.hands[seat]:
            seat = (seat + 1) % self.rules.players
        return seat

    def _play(self, seat: int, card: int) -> None:
        trumps = self.rules.trumps[self.trump]
        bit = 1 << card
        self.hands[seat] ^= bit
        self.played[seat] |= bit
        if bit & JOKER_MASK and self.first_joker is None:
            self.first_joker = card
        self.trick.append((seat, card))
        if bit & (trumps.mask | trumps.follow[self.trick[0][1]]):
            strength = trumps.strength[card]
            # Only jokers are ever level.
            if strength > self.best_strength or (strength == self.best_strength and self.rules.later_joker):
                self.best_seat, self.best_strength = seat, strength
        self._emit("play", seat=seat, card=CARD_TEXT[card])
        if len(self.trick) < self.trick_size:
            self.current_player = self._with_cards((seat + 1) % self.rules.players)
            return
        winner = self.best_seat
        self.taken[winner] |= mask_of(played for _, played in self.trick)
        self.tricks.append((self.lead, tuple(self.trick), winner))
        self._emit("trick", winner=winner)
        self._lead_from(winner)

    # The end of a deal.

    def deal_result(self) -> DealResult:
        """Return what was played in this deal, for scoring it."""
        return DealResult(
            bidder=self.bidder,
            bid=self.bid,
            trump=self.trump,
            taken=self.taken,
            played=self.played,
            first_joker=self.first_joker,
            bidder_extra=self.discards[self.bidder] if self.rules.discards_count else 0,
        )

    def _score(self) -> None:
        rules, bidder, deal = self.rules, self.bidder, self.deal_result()
        given = awards(rules, deal)
        made, scores = settle(rules, deal, given)
        shown = [award.shown(units(rules, bidder)) for award in given]
        self._emit("score", bidder=bidder, bid=self.bid, made=made, awards=shown, scores=scores)
        for seat, score in enumerate(scores):
            self.totals[seat] += score
        if not made:
            self.sets[rules.side_of[bidder]] += 1
        self._finish(winners_after(rules, self.totals, bidder, made))

    def _finish(self, winners: list[int]) -> None:
        """End the deal, and the game if somebody has won or the deals are used up."""
        self.phase = BETWEEN
        self.trick = []
        self.lead = -1
        if not winners and self.deals_done + 1 >= self.rules.max_deals:
            winners = leaders(self.totals)
        if winners:
            money = payouts(self.rules, winners, self.log[0].dealer, self.sets)
            self._finish_game(places(self.totals, winners), money)
        self._finish_deal()

    # Looking and copying.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _copy_into(self, other: SmearState) -> None:
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _COPIED:
            setattr(other, name, getattr(self, name).copy())
