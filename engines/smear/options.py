"""The options of the Smear games: which a variant has, their defaults, and how they bear on each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.core.errors import BadOption
from engines.core.options import UNBOUNDED, Choice, Flag, Integer, Option, OptionValue
from engines.smear.variants import JOKERS, TREY, Variant

MAX_TARGET: Final = 1000

#: What the English-language sources of the game say, of the options that every variant has.
ORIGINAL: Final[dict[str, OptionValue]] = {
    "may_trump_anytime": True,
    "low_to": "holder",
    "made_bid_scores": "taken",
}


def options_of(variant: Variant) -> tuple[Option, ...]:
    """List the options of a variant: those of all Smear games, and those of its own row."""
    low, high = variant.bids
    general: tuple[Option, ...] = (
        Integer("max_deals", 200, 1, 10000, summary="The game ends after so many deals, places by totals."),
        Integer("target", variant.target, 1, MAX_TARGET, summary="The total that wins."),
        Integer("min_bid", low, 1, high, summary="The lowest bid."),
        Integer("max_bid", high, 1, high, summary="The highest bid; it ends the auction."),
        Choice("all_pass", "redeal", ("redeal", "next_dealer", "forced_dealer"), "What happens when all pass."),
        Flag("dealer_plays", True, "Off: an outsider deals, seat 0 speaks first always."),
        Flag("dealer_may_steal", False, "The dealer may take the bid at its standing value."),
        Flag("may_trump_anytime", False, "A trump may be played though one could follow."),
        Choice("joker_tie", "first", ("first", "second"), "Which of two jokers in one trick is the higher."),
        Choice("low_to", "taker", ("taker", "holder"), "Who has the point for the lowest trump."),
        Choice("game_tie", "nobody", ("nobody", "defenders"), "Who has the point for game at equal card points."),
        Choice("made_bid_scores", "bid", ("bid", "taken"), "What a made bid scores."),
        Flag("defenders_score", True, "The other side scores what it took."),
        Choice("both_reach", "higher", ("higher", "bidder"), "Who wins when several sides are at the target."),
        Flag("must_win_on_own_bid", False, "A side wins only in a deal that it bid and made."),
        Flag("protect_scoring_trumps", True, "Scoring trumps are discarded last."),
        Flag("bidder_discards_count", False, "The bidder's discards count for his side's card points (kitty games)."),
        Integer("stake", 0, 0, UNBOUNDED, summary="Cents a side puts in the bank; 0: no money."),
        Integer("set_penalty", 0, 0, UNBOUNDED, summary="Cents a side that is set adds to the bank."),
    )
    kitty: Option
    if variant.lowest_rank == "7":
        kitty = Integer("kitty", "bidder", 0, 3, ("bidder", "none"), "How many stock cards the bidder takes.")
    else:
        kitty = Choice("kitty", "none", ("bidder", "none"), "Who takes the stock; five and six players: the bidder.")
    own: dict[str, Option] = {
        "refill": Choice("refill", "exact", ("exact", "dealer_takes_rest"), "How hands are filled after discarding."),
        "joker": Flag("joker", True, "Play with the joker."),
        "trey_points": Integer("trey_points", 3, 0, 3, summary="Score points of the three of trumps."),
        "kitty": kitty,
        "six_sides": Choice("six_sides", "3v3", ("3v3", "2v2v2"), "The sides of six players."),
        "five_defenders": Choice("five_defenders", "joint", ("joint", "own"), "What each of four defenders scores."),
        "jokers_score": Flag("jokers_score", True, "Each joker is a score point."),
    }
    return general + tuple(own[name] for name in variant.extra_options)


def presets_of(variant: Variant) -> dict[str, dict[str, OptionValue]]:
    """Return the presets: the source text's own rules, and those of the English-language sources.

    The original's penalty equals the stake; the preset has no stake, so it leaves both at 0.
    """
    original = dict(ORIGINAL)
    if "refill" in variant.extra_options:
        original["refill"] = "dealer_takes_rest"
    if "six_sides" in variant.extra_options:
        original["six_sides"] = "2v2v2"
    return {"seed": {}, "original": original}


def score_values(variant: Variant, options: Mapping[str, OptionValue]) -> dict[str, int]:
    """Return the score points there are with these options, each joker counted, by name."""
    values = dict.fromkeys(variant.scores, 1)
    if JOKERS in values:
        values[JOKERS] = variant.jokers
        if options.get("joker") is False or options.get("jokers_score") is False:
            del values[JOKERS]
    if TREY in values:
        values[TREY] = int(options["trey_points"])
        if not values[TREY]:
            del values[TREY]
    return values


def defaults_of(
    variant: Variant, players: int, options: Mapping[str, OptionValue], defaults: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Fill in the defaults that depend on players and other options."""
    points = sum(score_values(variant, options).values())
    computed: dict[str, OptionValue] = {"max_bid": min(variant.bids[1], points)}
    if "kitty" in defaults:
        computed["kitty"] = variant.kitty[players]
    return defaults | computed


def check_together(variant: Variant, options: Mapping[str, OptionValue]) -> None:
    """Refuse values that are allowed alone and make no sense together."""
    points = sum(score_values(variant, options).values())
    low, high = int(options["min_bid"]), int(options["max_bid"])
    if high > points:
        raise BadOption("max_bid", f"{high} is more than the {points} score points there are")
    if low > high:
        raise BadOption("min_bid", f"{low} is above max_bid, which is {high}")
    if options["dealer_plays"]:
        return
    if options["dealer_may_steal"]:
        raise BadOption("dealer_may_steal", "no seat deals when dealer_plays is off")
    if options["all_pass"] != "redeal":
        raise BadOption("all_pass", f"{options['all_pass']!r} needs dealer_plays on; without it: redeal")
    if options.get("refill") == "dealer_takes_rest":
        raise BadOption("refill", "'dealer_takes_rest' needs dealer_plays on; without it: exact")
