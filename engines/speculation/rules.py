"""The rules of one Speculation table: its options, checked against each other, as plain values for the states."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core.errors import BadOption
from engines.core.notation import MAX_PRICE
from engines.core.options import OptionValue


class Rules:
    """Hold what the states look at."""

    def __init__(self, players: int, options: Mapping[str, OptionValue]) -> None:
        self.players = players
        self.start_chips = int(options["start_chips"])
        self.ante = int(options["ante"])
        self.dealer_ante = dealer_ante(self.ante, float(options["dealer_factor"]))
        self.deals = int(options["deals"])
        self.owner_turns_on = options["turn_after_sale"] == "owner"
        self.ace_ends = options["ace_ends"] is True
        self.trades = options["unseen_trades"] is True
        self.offers = int(options["offers_per_turn"])
        self.sealed = options["auction"] == "sealed"
        #: By dealer: all seats in the order in which they are served, the dealer last.
        self.clockwise = tuple(
            tuple((dealer + step) % players for step in range(1, players + 1)) for dealer in range(players)
        )
        if self.start_chips < self.dealer_ante:
            raise BadOption("start_chips", f"{self.start_chips} is less than the dealer's ante, {self.dealer_ante}")
        if self.start_chips * players > MAX_PRICE:
            most = MAX_PRICE // players
            raise BadOption("start_chips", f"{self.start_chips} is more than {most}, the most for {players} players")


def dealer_ante(ante: int, factor: float) -> int:
    """Return what the dealer pays; refuse a factor that gives no whole number of chips (Sp15)."""
    chips = round(ante * factor)
    if chips / ante != factor:  # so 1.12 times 25 is 28, although no float is 1.12
        raise BadOption("dealer_factor", f"{factor:g} times the ante of {ante} is no whole number of chips")
    return chips
