"""A game of Speculation being played: antes, sales of trumps, trades of unseen cards, turning, and the end of deals.

A card in a deal is known by its place in the deck, so that the course of play never depends on a card not yet turned.
Rule and fine-print numbers (4, Sp12) are those of the game's page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from engines.core.cards import CARD_TEXT
from engines.core.history import SEAT_BITS, SEAT_MASK
from engines.core.rng import Randomness
from engines.core.state import State
from engines.speculation.actions import ACCEPT, ANSWER, BETWEEN, BID, PASS, SALE, SELL, TRADE
from engines.speculation.auction import answer_bid, call, call_sealed, open_sale
from engines.speculation.deals import ACE, deal, end_deal
from engines.speculation.invariants import broken_invariants
from engines.speculation.sample import hidden_moves, imagine, known_of_observation, known_of_state
from engines.speculation.trades import answer_offer, ask_next_trader, ask_trader, make_offer
from engines.speculation.view import observe

if TYPE_CHECKING:
    from engines.speculation.game import SpeculationGame


class SpeculationState(State):
    """Hold a game of Speculation; chips are `totals`."""

    __slots__ = (
        "after",
        "bid",
        "bidder",
        "chips_before",
        "face_up",
        "highest",
        "offer",
        "offerer",
        "offers",
        "owner",
        "phase",
        "rules",
        "sealed_bids",
        "seats",
        "stacks",
        "to_turn",
        "trump",
        "turned",
        "waiting",
    )

    game: SpeculationGame

    def __init__(self, game: SpeculationGame, seed: bytes | None) -> None:
        super().__init__(game, seed)
        rules = game.rules
        players = rules.players
        self.rules = rules
        self.totals = [rules.start_chips] * players
        self.phase: int = BETWEEN
        #: Of the present deal, or the last: chips before its antes, its seats in the order served, who is left of whom.
        self.chips_before: tuple[int, ...] = tuple(self.totals)
        self.seats: tuple[int, ...] = ()
        self.after: list[int] = [-1] * players
        #: By seat: the places in the deck of its face-down cards, the top one last, and of its cards face up.
        self.stacks: list[tuple[int, ...]] = [()] * players
        self.face_up: list[tuple[int, ...]] = [()] * players
        #: The cards turned, the turn-up first: ``moves before it << 10 | place << 4 | seat``.
        self.turned: list[int] = []
        self.trump: int = -1
        self.highest: int = -1
        self.owner: int = -1
        #: The auction: the standing bid and its seat, who may still call (a mask), and sealed bids in order (0: pass).
        self.bid: int = 0
        self.bidder: int = -1
        self.waiting: int = 0
        self.sealed_bids: list[int] = []
        #: The trades: who turns after them, offers made by the seat asked, and the open offer with its seat.
        self.to_turn: int = -1
        self.offers: int = 0
        self.offer: int = 0
        self.offerer: int = -1

    # Dealing.

    def _next_dealer(self) -> int:
        """Pass the deal to the next seat that can pay the dealer's ante (Sp1): chips are constant, so somebody can."""
        clockwise = self.rules.clockwise[self.dealer]
        place = 0
        while self.totals[clockwise[place]] < self.rules.dealer_ante:
            place += 1
        return clockwise[place]

    def _deal(self) -> None:
        deal(self)

    # Playing an action.

    def _apply(self, action: int) -> None:
        seat, phase = self.turn, self.phase
        if phase == TRADE:
            if action == PASS:
                if self.told is not None:
                    self._emit("pass", seat=seat)
                ask_next_trader(self, seat)
            else:
                make_offer(self, seat, action)
        elif phase == ANSWER:
            answer_offer(self, seat, action == ACCEPT)
        elif phase == SALE:
            answer_bid(self, seat, action == SELL)
        elif self.rules.sealed:
            call_sealed(self, seat, action - BID if action else 0)
        else:
            call(self, seat, action - BID if action else 0)

    # Turning (rule 5).

    def turn_on_after_sale(self) -> None:
        """Go on at the left of the turner, or with the option of the owner; at the dealer's left at first (Sp6)."""
        of_owner = self.rules.owner_turns_on and len(self.turned) > 1
        self.turn_on(self.after[self.owner if of_owner else self.turned[-1] & 15])

    def turner(self, seat: int) -> int:
        """Return the first seat, from this one clockwise, that has a card to turn; -1: nobody but the owner has."""
        owner = self.owner
        for _ in self.seats:
            if self.stacks[seat] and seat != owner:
                return seat
            seat = self.after[seat]
        return -1

    def turn_on(self, seat: int) -> None:
        """Turn cards, at this seat or the next that has some, until somebody must act or the deal ends (rule 7)."""
        while True:
            seat = self.turner(seat)
            if seat < 0:
                end_deal(self)
                return
            if self.rules.trades:
                self.to_turn = seat
                ask_trader(self, seat)
                return
            if self.turn_card(seat):
                return
            seat = self.after[seat]

    def turn_card(self, seat: int) -> bool:
        """Turn the top card of a seat; say whether it is a new highest trump, with which something else goes on."""
        stack = self.stacks[seat]
        place = stack[-1]
        card = self.deck[place]
        self.stacks[seat] = stack[:-1]
        self.face_up[seat] = (*self.face_up[seat], place)
        self.turned.append(len(self.moves) << 10 | place << 4 | seat)
        if self.told is not None:
            self._emit("turn", seat=seat, card=CARD_TEXT[card])
        if card // 13 != self.trump or card < self.highest:
            return False
        self.highest = card
        self.owner = seat
        if self.told is not None:
            self._emit("owner", seat=seat, card=CARD_TEXT[card])
        if card % 13 == ACE and self.rules.ace_ends:
            end_deal(self)  # at once, without a sale (Sp4)
        else:
            open_sale(self)
        return True

    # Looking, copying and imagining.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        return imagine(known_of_state(self, seat), rng)

    def sample(self, seat: int, rng: Randomness) -> State:
        """Draw a sample on a copy: no card face down has had a part in the play, so none of it is played again."""
        if not self.in_deal or not 0 <= seat < self.rules.players:
            return super().sample(seat, rng)
        deck, actions = self._imagine(seat, rng)
        other = cast("SpeculationState", self.clone())
        other.deck = tuple(deck)
        hidden = hidden_moves(self)
        for index in hidden:
            action = actions[index]
            other.moves[index] = action << SEAT_BITS | self.moves[index] & SEAT_MASK
            other.sealed_bids[index - hidden.start] = action - BID if action else 0
        other.past = ()
        other.first_deal = self.deals_done
        other._go_on_imagined(rng)
        return other

    def _blank(self) -> SpeculationState:
        return SpeculationState(self.game, self.seed)

    def _restart(self, other: SpeculationState) -> None:
        other.totals = list(self.chips_before)
        other.pool = 0

    def _copy_into(self, other: SpeculationState) -> None:
        other.phase = self.phase
        other.chips_before = self.chips_before
        other.seats = self.seats
        other.after = self.after  # never changed within a deal
        other.stacks = self.stacks.copy()
        other.face_up = self.face_up.copy()
        other.turned = self.turned.copy()
        other.trump = self.trump
        other.highest = self.highest
        other.owner = self.owner
        other.bid = self.bid
        other.bidder = self.bidder
        other.waiting = self.waiting
        other.sealed_bids = self.sealed_bids.copy()
        other.to_turn = self.to_turn
        other.offers = self.offers
        other.offer = self.offer
        other.offerer = self.offerer

    @classmethod
    def rebuild(cls, game: SpeculationGame, observation: Mapping[str, Any], rng: Randomness) -> SpeculationState:
        """Make a state that the seat of this observation could be in, what it cannot know drawn as in samples."""
        state = cls(game, None)
        if observation["dealer"] is not None:
            state.totals = list(observation["chips_before"])
            state.deals_done = state.first_deal = int(observation["deal"])
            deck, moves = imagine(known_of_observation(observation), rng)
            state._play_imagined(int(observation["dealer"]), deck, None, moves)
        state._go_on_imagined(rng)
        return state
