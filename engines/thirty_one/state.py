"""The course of a Thirty-One game: draws, discards, knocks, blitzes, and who goes out when.

Rule and fine-print numbers (4, T13) are those of the game's page in docs.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

from engines.core.cards import CARD_TEXT, cards_of, texts
from engines.core.notation import ARGUMENT_MASK, VERB_SHIFT
from engines.core.rng import Randomness
from engines.core.state import State
from engines.thirty_one.hands import THIRTY_ONE, hand_value, is_blitz, shown_value
from engines.thirty_one.settle import (
    Outcome,
    clockwise,
    competition_places,
    settle_blitz,
    settle_showdown,
    shares,
)

if TYPE_CHECKING:
    from engines.thirty_one.game import ThirtyOneGame

DRAW_STOCK: Final = 0
DRAW_DISCARD: Final = 1
DISCARD: Final = 1 << VERB_SHIFT
KNOCK: Final = 2 << VERB_SHIFT
STAND: Final = 3 << VERB_SHIFT

_OPEN: Final = (DRAW_STOCK, DRAW_DISCARD, KNOCK)
_OPEN_NO_KNOCK: Final = (DRAW_STOCK, DRAW_DISCARD)
_LAST: Final = (DRAW_STOCK, DRAW_DISCARD, STAND)
_STILL_IN: Final = 1 << 30  # stands above every deal number in which somebody went out


class ThirtyOneState(State):
    """Hold one game of Thirty-One; chips are `totals`, hands are bit masks by seat."""

    __slots__ = (
        "_drawn",
        "_drawn_from",
        "_hands",
        "_knocker",
        "_known",
        "_last_showdown",
        "_out_in",
        "_pile",
        "_seats",
        "_stock",
        "_turns",
    )
    game: "ThirtyOneGame"

    def __init__(self, game: "ThirtyOneGame", seed: bytes | None) -> None:
        super().__init__(game, seed)
        players = game.players
        self.totals = [game.start_chips] * players
        self._hands = [0] * players
        self._known = [0] * players  # cards taken from the discard pile and still held (T15)
        self._stock: list[int] = []  # next card last
        self._pile: list[int] = []  # oldest discard first
        self._seats: list[int] = []  # in this deal, clockwise from the dealer's left
        self._out_in: list[int] = [_STILL_IN] * players  # the deal in which a seat went out
        self._knocker: int | None = None
        self._drawn: int | None = None
        self._drawn_from = DRAW_STOCK
        self._turns = 0
        self._last_showdown: dict[str, Any] | None = None

    # Dealing.

    def _in_seats(self) -> list[int]:
        return [seat for seat, out in enumerate(self._out_in) if out == _STILL_IN]

    def _next_dealer(self) -> int:
        """Pass the deal to the next seat still in, left of the last dealer's seat (T13)."""
        return clockwise(self._in_seats(), self.dealer, self.game.players)[0]

    def _deal(self) -> None:
        players = self.game.players
        self._seats = seats = clockwise(self._in_seats(), self.dealer, players)
        count = len(seats)
        self._hands = [0] * players
        for place, seat in enumerate(seats):
            cards = self.deck[place : 3 * count : count]
            self._hands[seat] = 1 << cards[0] | 1 << cards[1] | 1 << cards[2]
            if self.told is not None:
                self._emit("hand", [seat], seat=seat, cards=texts(cards))
        self._pile = [self.deck[3 * count]]
        self._stock = list(self.deck[: 3 * count : -1])
        self._known = [0] * players
        self._knocker = self._drawn = None
        self._turns = 0
        if self.told is not None:
            self._emit("turn_up", card=CARD_TEXT[self._pile[0]])
        holders = [seat for seat in seats if is_blitz(self._hands[seat], self.game.any_31)]
        if holders:
            self._end_by_blitz(holders)
        else:
            self._ask(seats[0])

    # Turns.

    def _ask(self, seat: int) -> None:
        self.turn = seat
        self.legal_now = self._legal()

    def _legal(self) -> tuple[int, ...]:
        if self._drawn is None:
            if self._knocker is not None:
                return _LAST
            may_knock = self.game.first_round_knock or self._turns >= len(self._seats)  # T11
            return _OPEN if may_knock else _OPEN_NO_KNOCK
        hand = self._hands[self.turn]
        if self._drawn_from == DRAW_DISCARD and not self.game.may_return_discard:
            hand ^= 1 << self._drawn
        return tuple([DISCARD | card for card in cards_of(hand)])

    def _apply(self, action: int) -> None:
        seat = self.turn
        if action >= STAND:
            if self.told is not None:
                self._emit("stand", seat=seat)
            self._pass_turn(seat)
        elif action >= KNOCK:
            self._knocker = seat
            if self.told is not None:
                self._emit("knock", seat=seat)
            self._pass_turn(seat)
        elif action >= DISCARD:
            self._throw(seat, action & ARGUMENT_MASK)
        else:
            self._draw(seat, action)

    def _draw(self, seat: int, source: int) -> None:
        if source == DRAW_STOCK:
            card = self._stock.pop()
            if self.told is not None:
                self._emit("draw", seat=seat, source="stock")
            if self.told is not None:
                self._emit("drawn", [seat], seat=seat, card=CARD_TEXT[card])
        else:
            card = self._pile.pop()
            self._known[seat] |= 1 << card
            if self.told is not None:
                self._emit("draw", seat=seat, source="discard", card=CARD_TEXT[card])
        self._hands[seat] |= 1 << card
        self._drawn, self._drawn_from = card, source
        self._ask(seat)

    def _throw(self, seat: int, card: int) -> None:
        self._hands[seat] ^= 1 << card
        self._known[seat] &= ~(1 << card)
        self._pile.append(card)
        self._drawn = None
        self._turns += 1
        if self.told is not None:
            self._emit("discard", seat=seat, card=CARD_TEXT[card])
        if is_blitz(self._hands[seat], self.game.any_31):
            self._end_by_blitz([seat])
        elif self._knocker is None and self._turns == self.game.max_turns:  # 0 is never reached: no bound
            if self.told is not None:
                self._emit("void", turns=self._turns)
            self._close(Outcome({}))
        else:
            self._pass_turn(seat)

    def _pass_turn(self, seat: int) -> None:
        follower = self._seats[(self._seats.index(seat) + 1) % len(self._seats)]
        if follower == self._knocker:
            self._end_by_showdown(follower)
            return
        if not self._stock:  # rule 9: unshuffled, the oldest discard is drawn next
            self._stock = self._pile[-2::-1]
            self._pile = self._pile[-1:]
            if self.told is not None:
                self._emit("turn_over", stock=len(self._stock))
        self._ask(follower)

    # The end of a deal.

    def _end_by_blitz(self, holders: list[int]) -> None:
        outcome = settle_blitz(self._seats, holders)
        self._show("blitz", holders, outcome)
        self._close(outcome)

    def _end_by_showdown(self, knocker: int) -> None:
        game = self.game
        values = [hand_value(hand, game.three_of_a_kind) for hand in self._hands]
        outcome = settle_showdown(self._seats, self._hands, values, self.totals, knocker, game.table_rules)
        self._show("showdown", self._seats, outcome)
        self._close(outcome)

    def _show(self, kind: str, shown: Sequence[int], outcome: Outcome) -> None:
        """Lay open the hands that the rules show: all at a showdown, the holders' at a blitz (T15)."""
        seats = range(self.game.players)
        with_trips = self.game.three_of_a_kind
        hands = [texts(cards_of(self._hands[seat])) if seat in shown else None for seat in seats]
        values = [shown_value(hand_value(self._hands[seat], with_trips)) if seat in shown else None for seat in seats]
        losers = [seat for seat in self._seats if seat not in outcome.winners] if outcome.winners else [*outcome.owed]
        self._last_showdown = {
            "deal": self.deals_done,
            "kind": kind,
            "knocker": self._knocker,
            "hands": hands,
            "values": values,
            "losers": losers,
        }
        if self.told is not None:
            self._emit(kind, **self._last_showdown)

    def _close(self, outcome: Outcome) -> None:
        """Move the chips, put out those who lost on honour, and end the game if it is won or has had its deals."""
        for seat, owed in outcome.owed.items():
            paid = min(owed, self.totals[seat])
            if paid:
                self.totals[seat] -= paid
                self.pool += paid
                if self.told is not None:
                    self._emit("pay", seat=seat, chips=paid)
            else:
                self._out_in[seat] = self.deals_done
                if self.told is not None:
                    self._emit("out", seat=seat)
        still_in = self._in_seats()
        if outcome.winners:
            self._end_game(outcome.winners, after=self._knocker or 0)
        elif len(still_in) == 1:
            self._end_game(still_in, after=still_in[0])
        elif self.deals_done + 1 == self.game.max_deals:
            self._end_at_max_deals(still_in)
        self._finish_deal()

    def _end_game(self, winners: Sequence[int], after: int) -> None:
        """Give the pool to the winners, odd chips from the left of `after`; the others go out in this deal (T10)."""
        self._share_pool(winners, after)
        for seat in self._in_seats():
            if seat not in winners:
                self._out_in[seat] = self.deals_done
        self._finish([(out, 0) for out in self._out_in])  # an odd chip does not part the winners (T10)

    def _end_at_max_deals(self, still_in: Sequence[int]) -> None:
        """Share the pool among those still in, and place them by the chips they then have (R10)."""
        self._share_pool(still_in, after=self.dealer)
        self._finish([(out, self.totals[seat] if out == _STILL_IN else 0) for seat, out in enumerate(self._out_in)])

    def _share_pool(self, seats: Sequence[int], after: int) -> None:
        for seat, chips in shares(self.pool, clockwise(seats, after, self.game.players)).items():
            self.totals[seat] += chips
            if chips and self.told is not None:
                self._emit("take_pool", seat=seat, chips=chips)
        self.pool = 0

    def _finish(self, standing: Sequence[tuple[int, int]]) -> None:
        payouts = [chips - self.game.start_chips for chips in self.totals]
        self._finish_game(competition_places(standing), payouts)

    # Looking, copying, standing in.

    def _phase(self) -> str:
        if not self.in_deal:
            return "over" if self.is_over else "between_deals"
        if self._drawn is not None:
            return "discard"
        return "turn" if self._knocker is None else "last_turn"

    def _observe(self, seat: int) -> dict[str, Any]:
        is_in = [out == _STILL_IN for out in self._out_in]
        drawing = self._drawn is not None
        return {
            "phase": self._phase(),
            "hand": texts(cards_of(self._hands[seat])),
            "discard_pile": texts(self._pile),
            "stock_size": len(self._stock),
            "chips": list(self.totals),
            "pool": self.pool,
            "knocker": self._knocker,
            "in": is_in,
            "on_honour": [still and not chips for still, chips in zip(is_in, self.totals, strict=True)],
            "drawn": CARD_TEXT[self._drawn] if self._drawn is not None and seat == self.turn else None,
            "drawn_from": ("stock", "discard")[self._drawn_from] if drawing else None,
            "known_cards": [texts(cards_of(known)) for known in self._known],
            "turns": self._turns,
            "last_showdown": None if self._last_showdown is None else deepcopy(self._last_showdown),
        }

    def _blank(self) -> "ThirtyOneState":
        return ThirtyOneState(self.game, self.seed)

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        raise NotImplementedError

    def _restart(self, other: "ThirtyOneState") -> None:
        other._out_in = self._out_in.copy()

    def _copy_into(self, other: "ThirtyOneState") -> None:
        other._hands = self._hands.copy()
        other._known = self._known.copy()
        other._stock = self._stock.copy()
        other._pile = self._pile.copy()
        other._seats = self._seats
        other._out_in = self._out_in.copy()
        other._knocker = self._knocker
        other._drawn = self._drawn
        other._drawn_from = self._drawn_from
        other._turns = self._turns
        other._last_showdown = self._last_showdown

    def passive_action(self) -> int:
        """Stand where that is open; else draw from the stock and throw the drawn card."""
        legal = self.legal_now
        if STAND in legal:
            return STAND
        if DRAW_STOCK in legal:
            return DRAW_STOCK
        if self._drawn is not None and DISCARD | self._drawn in legal:
            return DISCARD | self._drawn
        return super().passive_action()

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        game, broken = self.game, super().broken_invariants()
        if sum(self.totals) + self.pool != game.players * game.start_chips or min(self.totals) < 0:
            broken.append("chips + pool = players x start_chips")
        if self.dealer >= 0:
            held = [card for hand in self._hands for card in cards_of(hand)]
            if sorted([*held, *self._stock, *self._pile]) != list(game.pack):
                broken.append("every card is in one place")
            in_turn = self._drawn is not None
            if len(held) != 3 * len(self._seats) + in_turn:
                broken.append("52 = 3 x players in + stock + discards, one more in a turn")
            values = [hand_value(self._hands[seat], game.three_of_a_kind) for seat in self._seats]
            if not in_turn and not all(4 <= value <= THIRTY_ONE for value in values):
                broken.append("values from 2 to 31")
            if sum(is_blitz(hand, game.any_31) for hand in self._hands) > 4:
                broken.append("at most four blitzes")
        return broken
