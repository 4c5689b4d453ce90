"""The course of a Thirty-One game: draws, discards, knocks and blitzes; the end of a deal is in ending.py.

Chips are `totals`; hands are bit masks by seat. Rule and fine-print numbers (4, T13) are those of the game's page in
docs.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.core.cards import BIT, CARD_TEXT, texts
from engines.core.chips import clockwise
from engines.core.notation import ARGUMENT_MASK
from engines.core.rng import Randomness
from engines.core.state import State
from engines.thirty_one.actions import DISCARD, DRAW_STOCK, KNOCK, LAST, OPEN, OPEN_NO_KNOCK, STAND, discards
from engines.thirty_one.ending import STILL_IN, Showdown, end_by_blitz, end_by_showdown, end_void
from engines.thirty_one.invariants import broken_invariants
from engines.thirty_one.sample import Known, imagine, replay
from engines.thirty_one.view import observe

if TYPE_CHECKING:
    from engines.thirty_one.game import ThirtyOneGame


class ThirtyOneState(State):
    """Hold one game of Thirty-One."""

    __slots__ = (
        "after",
        "drawn",
        "drawn_from",
        "hands",
        "imaginable",
        "knocker",
        "known",
        "last_showdown",
        "out_in",
        "pile",
        "pool_before",
        "seats",
        "stock",
        "totals_before",
        "turns",
    )
    game: "ThirtyOneGame"

    def __init__(self, game: "ThirtyOneGame", seed: bytes | None) -> None:
        super().__init__(game, seed)
        players = game.players
        self.totals = [game.start_chips] * players
        #: By seat the deal in which it went out; STILL_IN: none.
        self.out_in: list[int] = [STILL_IN] * players
        self.last_showdown: Showdown | None = None
        # The present deal: who was dealt cards, clockwise from the dealer's left, and by seat who comes after it.
        self.seats: tuple[int, ...] = ()
        self.after: list[int] = [-1] * players
        self.hands: list[int] = [0] * players
        #: By seat: the cards taken from the discard pile and still held (T15).
        self.known: list[int] = [0] * players
        #: The next card last; the oldest discard first.
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.knocker = -1
        self.drawn = -1
        self.drawn_from: int = DRAW_STOCK
        self.turns = 0
        self.totals_before: tuple[int, ...] = tuple(self.totals)
        self.pool_before = 0
        #: What one seat knows of the deal, kept for its next sample until the next move.
        self.imaginable: Known | None = None

    # Dealing.

    def in_seats(self) -> list[int]:
        """List the seats that are in, ascending."""
        return [seat for seat, out in enumerate(self.out_in) if out == STILL_IN]

    def _next_dealer(self) -> int:
        """Pass the deal to the next seat still in, left of the last dealer's seat (T13)."""
        return clockwise(self.in_seats(), self.dealer, self.game.players)[0]

    def _deal(self) -> None:
        players, deck = self.game.players, self.deck
        self.totals_before = tuple(self.totals)
        self.pool_before = self.pool
        self.imaginable = None
        self.seats = seats = tuple(clockwise(self.in_seats(), self.dealer, players))
        count = len(seats)
        hands = [0] * players
        before = seats[-1]
        for place, seat in enumerate(seats):
            self.after[before] = seat
            before = seat
            hands[seat] = BIT[deck[place]] | BIT[deck[place + count]] | BIT[deck[place + 2 * count]]
            if self.told is not None:
                self._emit("hand", [seat], seat=seat, cards=texts(deck[place : 3 * count : count]))
        self.hands = hands
        self.known = [0] * players
        self.pile = [deck[3 * count]]
        self.stock = list(deck[: 3 * count : -1])
        self.knocker = self.drawn = -1
        self.turns = 0
        if self.told is not None:
            self._emit("turn_up", card=CARD_TEXT[self.pile[0]])
        blitzes = self.game.blitzes
        holders = [seat for seat in seats if hands[seat] in blitzes]
        if holders:
            end_by_blitz(self, holders)
        else:
            self._ask(seats[0])

    # Turns.

    def _ask(self, seat: int) -> None:
        self.turn = seat
        if self.knocker >= 0:
            self.legal_now = LAST
        elif self.game.first_round_knock or self.turns >= len(self.seats):  # T11
            self.legal_now = OPEN
        else:
            self.legal_now = OPEN_NO_KNOCK

    def _apply(self, action: int) -> None:
        seat = self.turn
        self.imaginable = None
        if action < DISCARD:
            self._draw(seat, action)
        elif action < KNOCK:
            self._throw(seat, action & ARGUMENT_MASK)
        elif action < STAND:
            self.knocker = seat
            if self.told is not None:
                self._emit("knock", seat=seat)
            self._pass_turn(seat)
        else:
            if self.told is not None:
                self._emit("stand", seat=seat)
            self._pass_turn(seat)

    def _draw(self, seat: int, source: int) -> None:
        hand = self.hands[seat]
        if source == DRAW_STOCK:
            card = self.stock.pop()
            if self.told is not None:
                self._emit("draw", seat=seat, source="stock")
                self._emit("drawn", [seat], seat=seat, card=CARD_TEXT[card])
            self.legal_now = discards(hand | BIT[card])
        else:
            card = self.pile.pop()
            self.known[seat] |= BIT[card]
            if self.told is not None:
                self._emit("draw", seat=seat, source="discard", card=CARD_TEXT[card])
            self.legal_now = discards(hand | BIT[card] if self.game.may_return_discard else hand)
        self.hands[seat] = hand | BIT[card]
        self.drawn = card
        self.drawn_from = source

    def _throw(self, seat: int, card: int) -> None:
        bit = BIT[card]
        hand = self.hands[seat] ^ bit
        self.hands[seat] = hand
        self.known[seat] &= ~bit
        self.pile.append(card)
        self.drawn = -1
        self.turns += 1
        if self.told is not None:
            self._emit("discard", seat=seat, card=CARD_TEXT[card])
        if hand in self.game.blitzes:
            end_by_blitz(self, [seat])
        elif self.turns == self.game.max_turns and self.knocker < 0:  # 0 is never reached: no bound (T5)
            end_void(self)
        else:
            self._pass_turn(seat)

    def _pass_turn(self, seat: int) -> None:
        follower = self.after[seat]
        if follower == self.knocker:
            end_by_showdown(self)
            return
        if not self.stock:  # rule 9: unshuffled, the oldest discard is drawn next
            self.stock = self.pile[-2::-1]
            self.pile = self.pile[-1:]
            if self.told is not None:
                self._emit("turn_over", stock=len(self.stock))
        self._ask(follower)

    # Looking, standing in, copying and imagining.

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def passive_action(self) -> int:
        """Stand where that is open; else draw from the stock and throw the drawn card."""
        legal = self.legal_now
        if STAND in legal:
            return STAND
        if DRAW_STOCK in legal:
            return DRAW_STOCK
        if DISCARD | self.drawn in legal:
            return DISCARD | self.drawn
        return super().passive_action()

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _blank(self) -> "ThirtyOneState":
        return ThirtyOneState(self.game, self.seed)

    def _copy_into(self, other: "ThirtyOneState") -> None:
        other.out_in = self.out_in.copy()
        other.last_showdown = self.last_showdown
        other.seats = self.seats
        other.after = self.after.copy()
        other.hands = self.hands.copy()
        other.known = self.known.copy()
        other.stock = self.stock.copy()
        other.pile = self.pile.copy()
        other.knocker = self.knocker
        other.drawn = self.drawn
        other.drawn_from = self.drawn_from
        other.turns = self.turns
        other.totals_before = self.totals_before
        other.pool_before = self.pool_before

    def _restart(self, other: "ThirtyOneState") -> None:
        other.out_in = self.out_in.copy()
        other.last_showdown = self.last_showdown

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        known = self.imaginable
        if known is None or known.seat != seat:
            known = self.imaginable = Known(self.observation(seat))
        return imagine(known, self.game.blitzes, rng), known.moves

    @classmethod
    def rebuild(cls, game: "ThirtyOneGame", observation: Mapping[str, Any], rng: Randomness) -> "ThirtyOneState":
        """Make a state that agrees with a seat's observation, all that it hides dealt as for `sample`."""
        state = cls(game, None)
        replay(state, observation, rng)
        return state
