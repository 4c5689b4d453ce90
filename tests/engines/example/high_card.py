"""High Card: two players play their cards one by one; the higher rank takes the trick, level ranks its leader."""

from engines import GameSpec, State
from engines.core.cards import CARD_OF_TEXT, CARD_TEXT, PACK_52, rank_of, texts
from engines.core.chips import competition_places
from engines.core.game import Game
from engines.core.notation import Argument, Verb
from engines.core.options import Integer
from engines.core.schema import CARD, CARDS
from engines.core.schema import seat as seat_schema


class HighCardState(State):
    """Hold a game of one deal; `totals` are the tricks taken."""

    __slots__ = ("hands",)

    def __init__(self, game, seed):
        super().__init__(game, seed)
        self.hands = [(), ()]

    def _next_dealer(self):
        return 1 - self.dealer

    def _deal(self):
        leader = 1 - self.dealer  # the dealer's left is served first, and leads
        count = 2 * self.game.options["tricks"]
        for place, seat in enumerate((leader, 1 - leader)):
            self.hands[seat] = tuple(sorted(self.deck[place:count:2]))
            if self.told is not None:
                self._emit("hand", [seat], seat=seat, cards=texts(self.hands[seat]))
        self._ask(leader)

    def _ask(self, seat):
        self.turn = seat
        self.legal_now = self.hands[seat]  # the first verb is `play`: its actions are the ints of the cards

    def _apply(self, action):
        seat = self.turn
        self.hands[seat] = tuple([card for card in self.hands[seat] if card != action])
        if self.told is not None:
            self._emit("play", seat=seat, card=CARD_TEXT[action])
        if len(self.moves) % 2:
            self._ask(1 - seat)
            return
        led = self.moves[-2] >> 4  # a move is `action << 4 | seat`
        winner = seat if rank_of(action) > rank_of(led) else 1 - seat
        self.totals[winner] += 1
        if self.told is not None:
            self._emit("trick", winner=winner)
        if self.hands[0]:
            self._ask(winner)
            return
        best = [total == max(self.totals) for total in self.totals]
        places = competition_places([(total,) for total in self.totals])
        self._finish_game(places, [is_best / sum(best) for is_best in best])
        self._finish_deal()

    def _observe(self, seat):
        return {
            "phase": "play" if self.in_deal else "over" if self.is_over else "between_deals",
            "hand": texts(self.hands[seat]),
            "plays": [[move & 15, CARD_TEXT[move >> 4]] for move in self.moves],
        }

    def _blank(self):
        return HighCardState(self.game, self.seed)

    def _copy_into(self, other):
        other.hands = self.hands.copy()

    def _restart(self, other):
        other.totals = [0, 0]

    def _imagine(self, seat, rng):
        return imagine(self.observation(seat), rng)

    @classmethod
    def rebuild(cls, game, observation, rng):
        state = cls(game, None)
        if observation["dealer"] is not None:
            deck, actions = imagine(observation, rng)
            state._play_imagined(observation["dealer"], deck, None, actions)
        state._go_on_imagined(rng)
        return state


def imagine(seen, rng):
    """Return a deck and the actions of the deal that agree with an observation, the unseen cards in any order."""
    seat, count = seen["seat"], seen["options"]["tricks"]
    plays = [(who, CARD_OF_TEXT[card]) for who, card in seen["plays"]]
    own = [CARD_OF_TEXT[card] for card in seen["hand"]] + [card for who, card in plays if who == seat]
    others = [card for who, card in plays if who != seat]
    known = {*own, *others}
    unseen = sorted([card for card in PACK_52 if card not in known], key=lambda card: rng.random())
    missing = count - len(others)
    hands = {seat: own, 1 - seat: others + unseen[:missing]}
    leader = 1 - seen["dealer"]
    dealt = [card for pair in zip(hands[leader], hands[1 - leader], strict=True) for card in pair]
    return dealt + unseen[missing:], [card for _, card in plays]


class HighCardGame(Game):
    """Hold High Card with so many tricks."""

    state_class = HighCardState
    verbs = (Verb("play", Argument.CARD),)

    def observation_properties(self):
        play = {"type": "array", "prefixItems": [seat_schema(2), CARD], "minItems": 2, "maxItems": 2}
        return {
            "phase": {"enum": ["play", "between_deals", "over"]},
            "hand": CARDS,
            "plays": {"type": "array", "items": play, "description": "seat and card, in the order played"},
        }


GAMES = (
    GameSpec(
        id="high-card",
        title="High Card",
        family=HighCardGame,
        min_players=2,
        max_players=2,
        default_players=2,
        options=(Integer("tricks", 5, 1, 26, summary="How many cards each player is dealt."),),
    ),
)
