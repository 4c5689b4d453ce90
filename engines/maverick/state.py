"""A game of Maverick being played: the deal, its bids, the cards passed on, and the plays.

Step, option and fine-print numbers (step 3, M4) are those of the game's page. Of a trick on the table nothing is kept
but its moves; scores are worked out when the deal is over (scoring.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from engines.core.cards import CARD_TEXT
from engines.core.rng import Randomness
from engines.core.state import State
from engines.maverick.actions import AFTER, BETWEEN, BIDS, GIVING, PLAY_MOVES, PLAYING
from engines.maverick.bids import ask, call
from engines.maverick.dealing import deal
from engines.maverick.ending import score
from engines.maverick.exchange import give
from engines.maverick.invariants import broken_invariants
from engines.maverick.sample import Known, deal_again, imagine, known_of_observation, known_of_state
from engines.maverick.scoring import Result
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
        "free",
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

    def __init__(self, game: MaverickGame, seed: bytes | None, *, bare: bool = False) -> None:
        if bare:  # a clone, whose fields are all set by `clone`
            return
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
        #: Whether cards are played, and whatever is held may be played.
        self.free = False
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
        deal(self)

    # Playing.

    def after_exchange(self) -> None:
        """Go on to the second round of bids, or to the play."""
        if self.rules.bidding:
            self.phase = BIDS
            self.asked = 0
            ask(self)
        else:
            self.open_play()

    def open_play(self) -> None:
        """Let the dealer's left lead."""
        self.phase = PLAYING
        self.free = not self.strict
        self.first_play = len(self.moves)
        self.powers = self.suits.powers
        self.left = 4
        self.turn = seat = (self.dealer + 1) & 3
        self.legal_now = tuple(self.held[seat])

    def apply(self, action: int) -> None:
        """Play an action, as the base does; a card played, most of what is done in a game, is done here in one go."""
        seat, held, free = self.turn, self.held, self.free
        if free:
            try:
                move = PLAY_MOVES[seat][action]
                held[seat].remove(action)
            except (TypeError, ValueError, IndexError, OverflowError):
                raise self._refusal(action) from None
        elif self.phase == GIVING:
            give(self, action)
            return
        elif action not in self.legal_now:
            raise self._refusal(action)
        elif self.phase == PLAYING:
            move = PLAY_MOVES[seat][action]
            held[seat].remove(action)
        else:
            self.moves.append(action << 4 | seat)
            self._apply(action)
            return
        moves = self.moves
        moves.append(move)
        if self.told is not None:
            self._emit("play", seat=seat, card=CARD_TEXT[action])
        left = self.left - 1
        if left:
            self.left = left
            self.turn = seat = AFTER[seat]
            self.legal_now = tuple(held[seat]) if free else self.following(seat, left)
            return
        lead, second, third, fourth = moves[-4:]
        power = self.powers[lead]
        best = power[lead]
        other = power[second]
        if other > best:
            best = other
        other = power[third]
        if other > best:
            best = other
        other = power[fourth]
        if other > best:
            best = other
        seat = best & 15
        if self.told is not None:
            self._emit("trick", winner=seat)
        hand = held[seat]
        if hand:
            self.left = 4
            self.turn = seat
            self.legal_now = tuple(hand)
            return
        score(self, seat)
        if not self.in_deal:
            self._go_on()

    def following(self, seat: int, left: int) -> tuple[int, ...]:
        """List what a seat may play where rules on following are strict, with so many cards to come to the trick."""
        moves, suits = self.moves, self.suits
        led = suits.led[moves[len(moves) + left - 4] >> 4]
        return self.rules.legal_cards(self.held[seat], led, suits.trump)

    def _apply(self, action: int) -> None:
        """Make a call; cards are played and given in `apply`."""
        call(self, self.turn, action)

    # Looking and copying.

    def broken_invariants(self) -> list[str]:
        """Name the invariants of the page that do not hold now (none, unless there is a fault)."""
        return super().broken_invariants() + broken_invariants(self)

    def _observe(self, seat: int) -> dict[str, Any]:
        return observe(self, seat)

    def _known(self, seat: int) -> Known:
        """Return what the seat knows, worked out once for all samples from here."""
        at = len(self.moves) << 2 | seat
        known = self.knowledge
        if known is None or self.known_at != at:
            self.knowledge = known = known_of_state(self, seat)
            self.known_at = at
        return known

    def _imagine(self, seat: int, rng: Randomness) -> tuple[list[int], list[int]]:
        """Deal what the seat cannot know again, as sample.py says."""
        return imagine(self._known(seat), rng)

    def sample(self, seat: int, rng: Randomness) -> State:
        """Return a sample, as the base does; while cards are played, without playing all moves again."""
        if self.phase != PLAYING or not 0 <= seat < 4:
            return super().sample(seat, rng)
        other = cast(MaverickState, self.clone())
        deal_again(other, self._known(seat), rng)
        other._go_on_imagined(rng)
        return other

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

    def _bare(self) -> MaverickState:
        return MaverickState(cast("MaverickGame", self.game), self.seed, bare=True)

    def _blank(self) -> MaverickState:
        return MaverickState(cast("MaverickGame", self.game), self.seed)

    def _restart(self, other: MaverickState) -> None:
        """Give nothing more: what lasts from deal to deal are the totals."""

    def _copy_into(self, other: MaverickState) -> None:
        held = self.held
        other.rules = self.rules
        other.strict = self.strict
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
        other.free = self.free
        other.redealt = self.redealt
        other.result = self.result
        other.knowledge = None
        other.known_at = -1
