"""A game of Maverick being played: the deal, its bids, the cards passed on, the plays, and the end of each deal.

Step, option and fine-print numbers (step 3, M4) are those of the game's page. Of a trick on the table nothing is kept
but its moves; scores are worked out when the deal is over (scoring.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.core.cards import CARD_TEXT, SUITS, texts
from engines.core.rng import Randomness
from engines.core.state import State
from engines.maverick.actions import (
    ALL_GIVEN,
    BETWEEN,
    BIDS,
    BLIND_BIDS,
    BLIND_CALLS,
    CALLS,
    GIVE,
    GIVEN,
    GIVES,
    GIVING,
    PASS,
    PLAYING,
    call_text,
)
from engines.maverick.invariants import broken_invariants
from engines.maverick.sample import Known, imagine, known_of_observation, known_of_state
from engines.maverick.scoring import Result, settle, shown_bid
from engines.maverick.view import observe

if TYPE_CHECKING:
    from engines.maverick.game import MaverickGame


class MaverickState(State):
    """Hold a game of Maverick."""

    __slots__ = (
        "asked",
        "bids",
        "first_give",
        "first_play",
        "given",
        "held",
        "knowledge",
        "known_at",
        "left",
        "phase",
        "powers",
        "redealt",
        "result",
        "rules",
        "strict",
        "suits",
    )

    game: MaverickGame

    def __init__(self, game: MaverickGame, seed: bytes | None) -> None:
        super().__init__(game, seed)
        self.rules = game.rules
        self.strict = game.rules.strict
        self.suits = game.rules.fallback
        self.powers = self.suits.powers
        self.phase: int = BETWEEN
        #: The cards of each hand, ascending.
        self.held: list[list[int]] = [[], [], [], []]
        #: By side: its bid as a move, 0 for none.
        self.bids: list[int] = [0, 0]
        #: How many seats have had their chance in this round of bids, and how many cards have been given.
        self.asked = 0
        self.given = 0
        #: Where the cards given and the cards played begin in `moves`; -1: not yet.
        self.first_give = -1
        self.first_play = -1
        #: The cards still to come to the trick on the table; 4: the player to act leads.
        self.left = 0
        #: Whether the last deal was void by its turn-ups.
        self.redealt = False
        self.result: Result | None = None
        #: What was worked out for samples, for the seat and the number of moves that it holds for.
        self.knowledge: Known | None = None
        self.known_at = -1

    # Dealing.

    def _next_dealer(self) -> int:
        """Pass the deal to the left, but after a void deal (M3)."""
        return self.dealer if self.redealt else (self.dealer + 1) & 3

    def _deal(self) -> None:
        deck, held = self.deck, self.held
        seat = self.dealer
        for place in range(4):
            seat = (seat + 1) & 3
            held[seat] = sorted(deck[place:52:4])
        self.bids = [0, 0]
        self.asked = self.given = 0
        self.first_give = self.first_play = self.known_at = -1
        self.left = 0
        self.result = None
        suits = self.rules.turned(deck[52], deck[53])
        self.redealt = suits is None
        if suits is None:
            self._redeal()
            return
        self.suits = suits
        if self.rules.bidding:
            self.phase = BLIND_BIDS
            self._ask()
        else:
            self._open_giving()

    def _redeal(self) -> None:
        """End the deal as dealt: its turn-ups are of equal rank."""
        if self.told is not None:
            self._emit("turn_up", cards=texts(self.deck[52:]), trump=None, adder=None)
            self._emit("redeal")
        self._finish()

    # Bids.

    def _ask(self) -> None:
        """Turn to the next seat whose side has no bid; when there is none, go on."""
        place = self.asked
        while place < 4:
            place += 1
            seat = (self.dealer + place) & 3
            if not self.bids[seat & 1]:
                self.asked = place
                self.turn = seat
                self.legal_now = BLIND_CALLS if self.phase == BLIND_BIDS else CALLS
                return
        self.asked = place
        if self.phase == BLIND_BIDS:
            self._open_giving()
        else:
            self._open_play()

    def _call(self, seat: int, action: int) -> None:
        if action != PASS:
            self.bids[seat & 1] = action << 4 | seat
        if self.told is not None:
            if action == PASS:
                self._emit("pass", seat=seat)
            else:
                self._emit("bid", seat=seat, bid=call_text(action))
        self._ask()

    # Passing cards on.

    def _open_giving(self) -> None:
        """Show hands and turn-ups, after the blind bids (M4)."""
        self.phase = GIVING
        self.first_give = len(self.moves)
        if self.told is not None:
            for seat in range(4):
                self._emit("hand", seats=(seat,), seat=seat, cards=texts(self.held[seat]))
            suits = self.suits
            self._emit("turn_up", cards=texts(self.deck[52:]), trump=SUITS[suits.trump], adder=SUITS[suits.adder])
        self._ask_to_give((self.dealer + 1) & 3)

    def _ask_to_give(self, seat: int) -> None:
        self.turn = seat
        self.legal_now = tuple([GIVES[card] for card in self.held[seat]])

    def _give(self, seat: int, card: int) -> None:
        self.held[seat].remove(card)
        self.given += 1
        if self.told is not None:
            self._emit("give", seat=seat)
            self._emit("gave", seats=(seat,), seat=seat, card=CARD_TEXT[card])
        if self.given == ALL_GIVEN:
            self._hand_over()
        else:
            self._ask_to_give(seat if self.given % GIVEN else (seat + 1) & 3)

    def given_by(self, seat: int) -> list[int]:
        """List the cards that a seat has given in this deal, in their order."""
        if self.first_give < 0:
            return []
        moves = self.moves
        first = self.first_give + GIVEN * ((seat - self.dealer - 1) & 3)
        last = min(first + GIVEN, self.first_give + self.given)
        return [(moves[at] >> 4) - GIVE for at in range(first, last)]

    def _hand_over(self) -> None:
        """Give every seat the two cards of its right-hand neighbour."""
        left = (self.dealer + 1) & 3
        for _ in range(4):
            seat = left
            left = (seat + 1) & 3
            cards = sorted(self.given_by(seat))
            self.held[left] = sorted(self.held[left] + cards)
            if self.told is not None:
                self._emit("received", seats=(left,), seat=left, cards=texts(cards))
        if self.rules.bidding:
            self.phase = BIDS
            self.asked = 0
            self._ask()
        else:
            self._open_play()

    # Playing.

    def _open_play(self) -> None:
        self.phase = PLAYING
        self.first_play = len(self.moves)
        self.powers = self.suits.powers
        seat = (self.dealer + 1) & 3
        self.left = 4
        self.turn = seat
        self.legal_now = tuple(self.held[seat])

    def apply(self, action: int) -> None:
        """Play an action, as the base does; a card played, most of what is done in a game, is done here in one go."""
        if action not in self.legal_now:
            raise self._refusal(action)
        seat = self.turn
        moves = self.moves
        moves.append(action << 4 | seat)
        if action >= GIVE:
            self._apply(action)
            if not self.in_deal:
                self._go_on()
            return
        held = self.held
        held[seat].remove(action)
        if self.told is not None:
            self._emit("play", seat=seat, card=CARD_TEXT[action])
        left = self.left - 1
        if left:
            self.left = left
            self.turn = seat = (seat + 1) & 3
            if self.strict:
                suits = self.suits
                self.legal_now = self.rules.legal_cards(held[seat], suits.led[moves[left - 4] >> 4], suits.trump)
            else:
                self.legal_now = tuple(held[seat])
            return
        power = self.powers[moves[-4]]
        best = power[moves[-4]]
        other = power[moves[-3]]
        if other > best:
            best = other
        other = power[moves[-2]]
        if other > best:
            best = other
        other = power[moves[-1]]
        if other > best:
            best = other
        winner = best & 15
        if self.told is not None:
            self._emit("trick", winner=winner)
        hand = held[winner]
        if hand:
            self.left = 4
            self.turn = winner
            self.legal_now = tuple(hand)
            return
        self._score(winner)
        if not self.in_deal:
            self._go_on()

    def _apply(self, action: int) -> None:
        if action < PASS:
            self._give(self.turn, action - GIVE)
        else:
            self._call(self.turn, action)

    # The end of a deal.

    def _score(self, last_winner: int) -> None:
        self.left = 0
        self.result = result = settle(self, last_winner)
        scores, totals = result.scores, self.totals
        for seat in range(4):
            totals[seat] += scores[seat & 1]
        if self.told is not None:
            self._emit("score", bids=[shown_bid(bid) for bid in self.bids], **result.shown())
        self._finish()

    def _finish(self) -> None:
        """End the deal, and the game if a side has won or the deals are used up."""
        self.phase = BETWEEN
        rules, totals = self.rules, self.totals
        even, odd = totals[0], totals[1]
        last = self.deals_done + 1 >= rules.max_deals
        if even == odd:
            # Level: another deal, unless there is none; then all share the first place.
            if last:
                self._finish_game((1, 1, 1, 1), (0.25, 0.25, 0.25, 0.25))
        elif last or even >= rules.target or odd >= rules.target:
            if even > odd:
                self._finish_game((1, 3, 1, 3), (0.5, 0.0, 0.5, 0.0))
            else:
                self._finish_game((3, 1, 3, 1), (0.0, 0.5, 0.0, 0.5))
        self._finish_deal()

    # Looking and copying.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        """Deal what the seat cannot know again, as sample.py says."""
        at = len(self.moves) << 2 | seat
        known = self.knowledge
        if known is None or self.known_at != at:
            self.knowledge = known = known_of_state(self, seat)
            self.known_at = at
        return imagine(known, rng)

    @classmethod
    def rebuild(cls, game: MaverickGame, observation: Mapping[str, Any], rng: Randomness) -> MaverickState:
        """Make a state that agrees with a seat's observation, its hidden cards drawn as for `sample`."""
        state = cls(game, None)
        state.totals = list(observation["totals"])
        if observation["dealer"] is not None:
            state.deals_done = state.first_deal = observation["deal"]
            if observation["result"] is not None:
                scores = observation["result"]["scores"]
                state.totals = [total - scores[seat & 1] for seat, total in enumerate(state.totals)]
            deck, actions = imagine(known_of_observation(game, observation), rng)
            state._play_imagined(observation["dealer"], deck, None, actions)
        state._go_on_imagined(rng)
        return state

    def _blank(self) -> MaverickState:
        return MaverickState(self.game, self.seed)

    def _restart(self, other: MaverickState) -> None:
        """Give nothing more: what lasts from deal to deal are the totals."""

    def _copy_into(self, other: MaverickState) -> None:
        held = self.held
        other.suits = self.suits
        other.powers = self.powers
        other.phase = self.phase
        other.held = [held[0].copy(), held[1].copy(), held[2].copy(), held[3].copy()]
        other.bids = self.bids.copy()
        other.asked = self.asked
        other.given = self.given
        other.first_give = self.first_give
        other.first_play = self.first_play
        other.left = self.left
        other.redealt = self.redealt
        other.result = self.result
