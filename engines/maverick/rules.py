"""The rules of one table: its options, read once for all its states."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from engines.core.options import OptionValue
from engines.maverick.suits import COUNTS, DIAMONDS, FIRST_JOKER, NO_SUIT, SPADES, Suits, suits_of


class Rules:
    """Hold all that the states look up while a game is played; immutable by convention."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.target = int(options["target"])
        self.max_deals = int(options["max_deals"])
        self.equal_rank = str(options["equal_rank"])
        self.jokers_apart = options["joker_suit"] == "none"
        self.jokers_count = bool(options["joker_counts_as_trump"])
        self.may_revoke = options["revoke"] == "priced"
        self.must_trump = options["void"] == "must_trump"
        #: Whether the cards played before can forbid a card.
        self.strict = self.must_trump or not self.may_revoke
        self.adder_bonus = 1 if options["adder"] == "1+n" else 0
        self.bidding = bool(options["bidding"])
        self.nil_binds_both = options["nil_subject"] == "both"
        self.price_adds = options["failed_bid"] == "add"
        #: By a trick's counters, ``trumps << 3 | adders``: its score.
        self.trick_scores: tuple[int, ...] = tuple(
            [self.trick_score(counts & 7, counts >> 3) for counts in range(COUNTS)]
        )

        self.fallback = suits_of(SPADES, DIAMONDS, self.jokers_apart, self.jokers_count)

    def trick_score(self, adders: int, trumps: int) -> int:
        """Return the score of a trick that holds so many adders and trumps (step 6)."""
        if adders:
            return adders + self.adder_bonus
        if trumps == 4:
            return -4
        return -1 if trumps else 1

    def turned(self, first: int, second: int) -> Suits | None:
        """Return what two cards turned up make trumps and adder; None: the deal is void."""
        trump, adder = first // 13, second // 13
        if first >= FIRST_JOKER or second >= FIRST_JOKER or trump == adder:
            return self.fallback
        if first % 13 == second % 13:
            if self.equal_rank != "first_turned":
                return self.fallback if self.equal_rank == "fallback" else None
        elif first % 13 < second % 13:
            trump, adder = adder, trump
        return suits_of(trump, adder, self.jokers_apart, self.jokers_count)

    def legal_cards(self, held: list[int], led: int, trump: int) -> tuple[int, ...]:
        """List what may be played to a trick in which a suit was led; `held` is ascending, so a suit is one run."""
        if led == NO_SUIT:
            return tuple(held)
        first_joker = bisect_left(held, FIRST_JOKER)
        trumps_in_jokers = not self.jokers_apart and first_joker < len(held)
        low = bisect_left(held, 13 * led)
        high = bisect_left(held, 13 * led + 13, low)
        if low < high or (led == trump and trumps_in_jokers):
            if self.may_revoke:
                return tuple(held)
            # Jokers are of the suit, or may be played at any time.
            if led == trump or self.jokers_apart:
                return tuple(held[low:high] + held[first_joker:])
            return tuple(held[low:high])
        if self.must_trump:
            low = bisect_left(held, 13 * trump)
            high = bisect_left(held, 13 * trump + 13, low)
            if low < high or trumps_in_jokers:
                return tuple(held[low:high] + held[first_joker:])
        return tuple(held)
