"""The six Smear variants: one row of data each, from which everything else is computed."""

from __future__ import annotations

from dataclasses import dataclass

#: In a trump order, the jack of the other suit of the trump's colour.
LEFT = "L"
#: In a trump order, the place of the pack's jokers; two of them rank equal.
JOKER = "*"

HIGH, LOW, JACK, LEFT_BOWER, JOKERS, TREY, GAME = "high", "low", "jack", "left", "joker", "trey", "game"


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """What tells one variant from another; mappings go by the number of players."""

    id: str
    title: str
    dealt: dict[int, int]
    lowest_rank: str
    jokers: int
    trumps: str
    scores: tuple[str, ...]
    joker_card_points: int
    bids: tuple[int, int]
    target: int
    kitty: dict[int, str]
    extra_options: tuple[str, ...] = ()


FOUR_POINTS = (HIGH, LOW, JACK, GAME)

SIX_HANDED = Variant(
    id="smear-six-handed",
    title="Smear, six-handed",
    dealt={6: 6},
    lowest_rank="2",
    jokers=1,
    trumps="AKQJLT98765432*",
    scores=(HIGH, LOW, JACK, LEFT_BOWER, JOKERS, GAME),
    joker_card_points=1,
    bids=(3, 6),
    target=21,
    kitty={6: "none"},
    extra_options=("refill", "joker"),
)

FOUR_HANDED = Variant(
    id="smear-four-handed",
    title="Smear, four-handed",
    dealt={4: 9},
    lowest_rank="2",
    jokers=2,
    trumps="AKQJ*T98765432",
    scores=FOUR_POINTS,
    joker_card_points=0,
    bids=(2, 4),
    target=21,
    kitty={4: "none"},
)

TEN_POINT = Variant(
    id="smear-ten-point",
    title="Smear, ten-point",
    dealt={4: 10, 5: 10, 6: 8},
    lowest_rank="2",
    jokers=2,
    trumps="AKQJL*T98765432",
    scores=(HIGH, LOW, JACK, LEFT_BOWER, JOKERS, TREY, GAME),
    joker_card_points=0,
    bids=(4, 10),
    target=52,
    kitty={4: "none", 5: "bidder", 6: "bidder"},
    extra_options=("trey_points", "kitty", "six_sides", "five_defenders"),
)

WISCONSIN = Variant(
    id="smear-wisconsin",
    title="Smear, Wisconsin",
    dealt={4: 6},
    lowest_rank="7",
    jokers=0,
    trumps="AKQJT987",
    scores=FOUR_POINTS,
    joker_card_points=0,
    bids=(2, 4),
    target=15,
    kitty={4: "bidder"},
    extra_options=("kitty",),
)

WISCONSIN_JOKERS = Variant(
    id="smear-wisconsin-jokers",
    title="Smear, Wisconsin with jokers",
    dealt={4: 6},
    lowest_rank="7",
    jokers=2,
    trumps="AKQJT987*",
    scores=(HIGH, LOW, JACK, JOKERS, GAME),
    joker_card_points=1,
    bids=(2, 6),
    target=21,
    kitty={4: "bidder"},
    extra_options=("kitty", "jokers_score"),
)

FORT_FRANCES = Variant(
    id="smear-fort-frances",
    title="Smear, Fort Frances",
    dealt={4: 6},
    lowest_rank="2",
    jokers=0,
    trumps="AKQJT98765432",
    scores=FOUR_POINTS,
    joker_card_points=0,
    bids=(2, 4),
    target=15,
    kitty={4: "none"},
)

#: All rows, in the order of the rules page.
VARIANTS = (SIX_HANDED, FOUR_HANDED, TEN_POINT, WISCONSIN, WISCONSIN_JOKERS, FORT_FRANCES)
