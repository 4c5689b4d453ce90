"""The rules of one table: a variant with its players and options, worked out once for all its states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core.cards import suit_lists
from engines.core.options import OptionValue
from engines.smear.actions import BID, DISCARD, PASS
from engines.smear.options import score_values
from engines.smear.trumps import Trumps, pack_of
from engines.smear.variants import TREY, Variant

#: So many cards a hand has in play; a short dealer has fewer.
HAND: Final = 6
#: Six-handed: so many cards go, or may go, and come back.
REFILL: Final = 3


class Rules:
    """Hold all that the states look up while a game is played; immutable by convention."""

    def __init__(self, variant: Variant, players: int, options: Mapping[str, OptionValue]) -> None:
        self.players = players
        self.pack = pack_of(variant, with_jokers=options.get("joker") is not False)
        self.jokers = tuple(card for card in self.pack if card >= 52)
        self.values = score_values(variant, options)
        self.trey_value = self.values.get(TREY, 0)
        self.may_trump = bool(options["may_trump_anytime"])
        self.trumps = tuple([Trumps(variant, suit, self.pack, self.values, self.may_trump) for suit in range(4)])
        self.joker_points = variant.joker_card_points
        self.dealt = variant.dealt[players]
        self.kitty = self._kitty(options.get("kitty", "none"))
        self.refill = options.get("refill") == "exact"
        self.dealer_takes_rest = options.get("refill") == "dealer_takes_rest"
        self.refills = self.refill or self.dealer_takes_rest
        self.sides = self._sides(options)
        self.never_set = (0,) * self.sides
        #: What stands in the place of hands and traces before the first deal; never changed.
        self.no_hands = [0] * players
        self.none_taken = [0] * self.sides
        self.throws = suit_lists(bool(self.jokers), DISCARD)
        self.suit_lists = suit_lists(bool(self.jokers))
        self.side_of = tuple(seat % self.sides for seat in range(players))
        self.max_deals = int(options["max_deals"])
        self.target = int(options["target"])
        self.min_bid = int(options["min_bid"])
        self.max_bid = int(options["max_bid"])
        self.stake = int(options["stake"])
        # With no stake money is off, and the penalty with it.
        self.set_penalty = int(options["set_penalty"]) if self.stake else 0
        self.all_pass = str(options["all_pass"])
        self.dealer_plays = bool(options["dealer_plays"])
        self.may_steal = bool(options["dealer_may_steal"])
        self.later_joker = options["joker_tie"] == "second"
        self.low_to_holder = options["low_to"] == "holder"
        self.tie_to_defenders = options["game_tie"] == "defenders"
        self.taken_scores = options["made_bid_scores"] == "taken"
        self.defenders_score = bool(options["defenders_score"])
        # With five players the bidder comes first whatever both_reach says.
        self.tie_to_bidder = options["both_reach"] == "bidder" or players == 5
        self.must_bid_to_win = bool(options["must_win_on_own_bid"])
        self.protect = bool(options["protect_scoring_trumps"])
        #: By bidder: the unit of each seat, see scoring.py. Of five the bidder's is his own, the others may share one.
        self.units: tuple[tuple[int, ...], ...] = (self.side_of,) * players
        if players == 5 and options.get("five_defenders") != "own":
            self.units = tuple(
                [tuple([seat if seat == bidder else int(bidder == 0) for seat in range(5)]) for bidder in range(5)]
            )
        self.discards_count = bool(options["bidder_discards_count"]) and self.kitty > 0
        #: By the lowest bid that may be made: the calls open then.
        self.calls = tuple(
            (PASS, *range(BID + max(low, self.min_bid), BID + self.max_bid + 1)) for low in range(self.max_bid + 1)
        )
        self.after = tuple((seat + 1) % players for seat in range(players))

    def _kitty(self, kitty: OptionValue) -> int:
        """Return how many stock cards the high bidder takes."""
        if isinstance(kitty, int):
            return kitty
        return len(self.pack) - self.players * self.dealt if kitty == "bidder" else 0

    def _sides(self, options: Mapping[str, OptionValue]) -> int:
        if self.players == 5:
            return 5
        return 3 if self.players == 6 and options.get("six_sides") == "2v2v2" else 2
