"""The options of Maverick, as data."""

from __future__ import annotations

from typing import Final

from engines.core.options import Choice, Flag, Integer, Option, OptionValue

#: What the English-language sources of the game say.
ORIGINAL: Final[dict[str, OptionValue]] = {"revoke": "illegal", "void": "must_trump", "adder": "1+n"}
PRESETS: Final[dict[str, dict[str, OptionValue]]] = {"seed": {}, "original": ORIGINAL}


def options_of(*, bidding: bool) -> tuple[Option, ...]:
    """List the options; the two games differ in the default of `bidding` alone."""
    return (
        Integer("target", 30, 1, 500, summary="The total that wins."),
        Integer("max_deals", 200, 1, 10000, summary="The game ends after so many deals, places by totals."),
        Choice(
            "equal_rank",
            "fallback",
            ("fallback", "first_turned", "redeal"),
            "Turn-ups of equal rank: spades and diamonds, the suits in the order turned, or a new deal.",
        ),
        Choice("joker_suit", "trump", ("trump", "none"), "none: jokers belong to no suit and are always playable."),
        Flag("joker_counts_as_trump", True, "Off: a joker is a plain card in the score of a trick."),
        Choice("revoke", "priced", ("priced", "illegal"), "What not following costs: 4 points, or it is not allowed."),
        Choice("void", "any", ("any", "must_trump"), "What a player without the led suit plays."),
        Choice("adder", "n", ("n", "1+n"), "What a trick with n adders scores."),
        Flag("bidding", bidding, "Each side may bid once a deal."),
        Choice("nil_subject", "bidder", ("bidder", "both"), "Who takes no trick in a nil."),
        Choice("failed_bid", "replace", ("replace", "add"), "Whether a failed bid's price replaces the score."),
    )
