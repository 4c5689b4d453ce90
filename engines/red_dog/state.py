"""The course of a Red Dog game: antes, bets against the pool, and who goes out when.

Chips are `totals`; hands are bit masks by seat, kept through the deal though they are laid away. Rule and fine-print
numbers (4, RD6) are those of the game's page in docs.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.core.cards import BIT, CARD_TEXT, cards_of, texts
from engines.core.chips import clockwise
from engines.core.history import Irregular
from engines.core.rng import Randomness
from engines.core.state import State
from engines.red_dog.actions import DEAD, FOLD, ONLY_DEAD, PASS
from engines.red_dog.antes import collect, dealt_next, end_deal, is_due
from engines.red_dog.hands import BEATS, hand_size, shown_after
from engines.red_dog.invariants import broken_invariants
from engines.red_dog.irregular import FACED, LONG, SHORT, check_marks, mask_of_seats
from engines.red_dog.sample import Known, imagine, replay
from engines.red_dog.view import observe

if TYPE_CHECKING:
    from engines.red_dog.game import RedDogGame


class RedDogState(State):
    """Hold one game of Red Dog."""

    __slots__ = (
        "changes",
        "faced",
        "hands",
        "known",
        "last_winner",
        "long",
        "out",
        "out_mask",
        "place",
        "pool_before",
        "seats",
        "short",
        "staying",
        "top",
        "totals_before",
        "turned",
    )
    game: "RedDogGame"

    def __init__(self, game: "RedDogGame", seed: bytes | None) -> None:
        super().__init__(game, seed)
        self.totals = [game.start_chips] * game.players
        #: The seats still in, ascending, and those who have gone out: ``(deal, mask of seats)``, earliest first.
        self.staying: tuple[int, ...] = tuple(range(game.players))
        self.out: tuple[tuple[int, int], ...] = ()
        self.out_mask = 0
        #: Who last won a bet, -1: nobody has.
        self.last_winner = -1
        # The present deal: who was dealt cards, clockwise from the dealer's left, and which of them acts.
        self.seats: tuple[int, ...] = ()
        self.place = 0
        self.hands: list[int] = [0] * game.players
        self.long = 0
        self.short = 0
        #: The next stock card and those turned, one a bet, as indices into the deck; those face up as a mask of them.
        self.top = 0
        self.turned: list[int] = []
        self.faced = 0
        #: By move: what it brought to the pool; less than 0 for a bet won.
        self.changes: list[int] = []
        # Before the deal's ante.
        self.totals_before: tuple[int, ...] = tuple(self.totals)
        self.pool_before = 0
        #: What one seat knows of the deal, kept for its next sample until the next move.
        self.known: Known | None = None

    # Dealing.

    def _next_dealer(self) -> int:
        return clockwise(dealt_next(self), self.dealer, self.game.players)[0]

    def _check_irregular(self, irregular: Irregular) -> None:
        check_marks(irregular, dealt_next(self), int(self.game.burn_first))

    def _deal(self) -> None:
        self.known = None
        self.totals_before = tuple(self.totals)
        self.pool_before = self.pool
        self.changes = []
        self.turned = []
        if is_due(self):
            collect(self)
        self.seats = seats = tuple(clockwise(self.staying, self.dealer, self.game.players))
        count = len(seats)
        deck, end = self.deck, count * hand_size(count)
        hands = [0] * self.game.players
        for place, seat in enumerate(seats):
            hand = 0
            for card in deck[place:end:count]:
                hand |= BIT[card]
            hands[seat] = hand
        self.hands = hands
        self.top = end
        self.long = self.short = self.faced = 0
        if self.irregular:
            self.long = mask_of_seats(self.irregular.get(LONG, ()))
            self.short = mask_of_seats(self.irregular.get(SHORT, ()))
            self.faced = sum([1 << end + index for index in self.irregular.get(FACED, ())])
        if self.told is not None:
            self._tell_dealt()
        self._ask(0)

    def _tell_dealt(self) -> None:
        for seat in self.seats:
            self._emit("hand", [seat], seat=seat, cards=texts(cards_of(self.hands[seat])))
            for name, mask in ((LONG, self.long), (SHORT, self.short)):
                if mask >> seat & 1:
                    self._emit(name, seat=seat)

    # Turns.

    def _ask(self, place: int) -> None:
        """Turn to the next seat from this place on that is still in; before its turn an empty pool is filled."""
        seats, out = self.seats, self.out_mask
        while place < len(seats):
            seat = seats[place]
            if out >> seat & 1:
                place += 1
            elif self.pool:
                self.place = place
                self.turn = seat
                if self.long >> seat & 1:
                    self.legal_now = ONLY_DEAD
                else:
                    highest = min(self.pool, self.totals[seat])
                    self.legal_now = self.game.turn_actions(highest, bool(self.short >> seat & 1))
                return
            elif collect(self):
                out = self.out_mask
            else:
                self._finish_deal()
                return
        end_deal(self)

    def _apply(self, action: int) -> None:
        seat = self.turn
        self.known = None
        change = 0
        if action < PASS:
            change = self._bet(seat, action)
        elif action < FOLD:
            change = min(self.game.pass_fee, self.totals[seat])  # RD8
            if self.told is not None:
                self._emit("pass", seat=seat, chips=change)
        elif self.told is not None:
            self._emit("dead" if action == DEAD else "fold", seat=seat)
        self.changes.append(change)
        self.totals[seat] -= change
        self.pool += change
        self._ask(self.place + 1)

    def _bet(self, seat: int, stake: int) -> int:
        """Turn a stock card; return what the pool gets: the stake, or less the stake if the seat beats the card."""
        top, faced, deck = self.top, self.faced, self.deck
        if self.told is not None:
            self._emit("bet", seat=seat, chips=stake)
        if self.game.burn_first and not self.turned:  # the top card, whatever it is (RD15)
            top += 1
            if self.told is not None:
                self._emit("burn")
        while faced >> top & 1:
            if self.told is not None:
                self._emit("remove", card=CARD_TEXT[deck[top]])
            top += 1
        card = deck[top]
        self.turned.append(top)
        self.top = top + 1
        hand = self.hands[seat]
        wins = hand & BEATS[card]
        if self.told is not None:
            self._emit("turn", card=CARD_TEXT[card])
            shown = texts(cards_of(shown_after(hand, card)))
            self._emit("win" if wins else "lose", seat=seat, cards=shown, chips=stake)
        if wins:
            self.last_winner = seat
            return -stake
        return stake

    # Looking, copying and imagining.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _blank(self) -> "RedDogState":
        return RedDogState(self.game, self.seed)

    def _copy_into(self, other: "RedDogState") -> None:
        other.staying = self.staying
        other.out = self.out
        other.out_mask = self.out_mask
        other.last_winner = self.last_winner
        other.seats = self.seats
        other.place = self.place
        other.hands = self.hands
        other.long = self.long
        other.short = self.short
        other.top = self.top
        other.turned = self.turned.copy()
        other.faced = self.faced
        other.changes = self.changes.copy()
        other.totals_before = self.totals_before
        other.pool_before = self.pool_before

    def _restart(self, other: "RedDogState") -> None:
        other.totals = list(self.totals_before)
        other.pool = self.pool_before
        other.set_out([group for group in self.out if group[0] < self.deals_done])
        other.last_winner = self.last_winner  # the moves of the deal set it again

    def set_out(self, out: Sequence[tuple[int, int]]) -> None:
        """Set who has gone out, ``(deal, mask of seats)`` each time, earliest first."""
        self.out = tuple(out)
        self.out_mask = sum([mask for _, mask in out])
        self.staying = tuple([seat for seat in range(self.game.players) if not self.out_mask >> seat & 1])

    def _known(self, seat: int) -> Known:
        known = self.known
        if known is None or known.seat != seat:
            known = self.known = Known(self.observation(seat))
        return known

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        known = self._known(seat)
        return imagine(known, rng), known.moves

    def _imagined_irregular(self, seat: int) -> Irregular | None:
        return self._known(seat).irregular

    @classmethod
    def rebuild(cls, game: "RedDogGame", observation: Mapping[str, Any], rng: Randomness) -> "RedDogState":
        """Make a state that agrees with a seat's observation, all that it hides dealt as for `sample`."""
        state = cls(game, None)
        replay(state, observation, rng)
        return state
