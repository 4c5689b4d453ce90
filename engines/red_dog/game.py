"""Red Dog as data: its options, and the facts its states need on the hot path."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engines.core.cards import CARD_OF_TEXT
from engines.core.choices import Choices
from engines.core.errors import BadOption
from engines.core.game import Game
from engines.core.notation import Verb
from engines.core.options import Choice, Flag, Integer, Option, OptionValue
from engines.core.state import State
from engines.red_dog.actions import NO_BET, NO_BET_SHORT, VERBS
from engines.red_dog.state import RedDogState
from engines.red_dog.view import observation_properties

MAX_CHIPS: Final = 1_000_000  # ten players have 10,000,000 then: every bet is written with seven digits at the most
DEALS_A_PLAYER: Final = 2
MOST_LISTED: Final = 32  # bets; so few are looked through faster as a tuple
MOST_KEPT: Final = 4096  # lists of legal actions kept for use again; a table of rich players would keep millions

OPTIONS: Final[tuple[Option, ...]] = (
    Integer("start_chips", 50, 1, MAX_CHIPS, summary="chips of each player at the start; at least the ante"),
    Integer("ante", 1, 1, MAX_CHIPS, summary="what each player pays into an empty pool"),
    Integer("pass_fee", 1, 0, MAX_CHIPS, summary="what a pass pays to the pool, as far as the chips go"),
    Integer("min_bet", 1, 1, 1, words=("ante",), summary="ante: no bet is less than the ante"),
    Flag("ante_each_deal", False, summary="on: one ante before each deal, whatever is in the pool"),
    Flag("burn_first", False, summary="on: a stock card is laid away unseen before the first bet of a deal"),
    Integer("deals", 2 * DEALS_A_PLAYER, 1, 1000, summary="deals of the game; two for each player unless given"),
    Choice("final_pool", "split", ("split", "last_winner"), summary="who has what is in the pool after the last deal"),
)


class RedDogGame(Game):
    """Hold Red Dog for so many players with its options."""

    state_class: ClassVar[type[State]] = RedDogState
    verbs: ClassVar[tuple[Verb, ...]] = VERBS

    def option_defaults(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the defaults, of which the number of deals depends on the players."""
        return {**super().option_defaults(options), "deals": DEALS_A_PLAYER * self.players}

    def prepare(self) -> None:
        """Check the options against each other and read them once."""
        options = self.options
        self.start_chips = int(options["start_chips"])
        self.ante = int(options["ante"])
        if self.start_chips < self.ante:
            raise BadOption("start_chips", f"{self.start_chips} is less than the ante, which is {self.ante}")
        self.pass_fee = int(options["pass_fee"])
        self.least_bet = self.ante if options["min_bet"] == "ante" else 1
        self.ante_each_deal = options["ante_each_deal"] is True
        self.burn_first = options["burn_first"] is True
        self.deals = int(options["deals"])
        self.pool_to_last_winner = options["final_pool"] == "last_winner"
        self._turns: dict[int, Sequence[int]] = {}
        self._short_turns: dict[int, Sequence[int]] = {}

    def turn_actions(self, highest: int, short: bool) -> Sequence[int]:
        """Return what is legal when so many chips may be bet: the same object each time."""
        known = self._short_turns if short else self._turns
        legal = known.get(highest)
        if legal is None:
            others = NO_BET_SHORT if short else NO_BET
            width = highest - self.least_bet + 1
            if width <= MOST_LISTED:  # none where the least bet is more than pool or chips (RD9)
                legal = (*range(self.least_bet, highest + 1), *others)
            else:
                legal = Choices([(self.least_bet, 1, width, width), *[(other, 1, 1, 1) for other in others]])
            if len(known) >= MOST_KEPT:
                known.clear()
            known[highest] = legal
        return legal

    def proved_cards(self, state: State) -> set[int]:
        """List the cards between a card turned and the one that beat it: the winner, who shows his lowest that wins,
        holds none of them.
        """
        proved: set[int] = set()
        for turn in state.observation(0)["turns"]:
            if turn["won"]:
                proved |= set(range(CARD_OF_TEXT[turn["turned"]], CARD_OF_TEXT[turn["shown"][0]]))
        return proved

    def observation_properties(self) -> dict[str, Any]:
        """Return the JSON Schema of the fields that Red Dog's observations have."""
        return observation_properties(self.players)
