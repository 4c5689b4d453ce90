"""Notation: exactly one spelling of each action, and ranges for integers."""

import pytest

from engines.core.choices import Choices
from engines.core.errors import BadNotation
from engines.core.notation import (
    OFFER_COUNT_SHIFT,
    VERB_SHIFT,
    Argument,
    Verb,
    cheapest,
    compact,
    format_action,
    offer_argument,
    offer_parts,
    parse_action,
)
from engines.testing import expand

VERBS = (
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("play", Argument.CARD),
    Verb("trump", Argument.SUIT),
    Verb("draw", Argument.WORD, ("stock", "discard")),
    Verb("offer", Argument.OFFER),
)
OFFER = 5 << VERB_SHIFT


@pytest.mark.parametrize(
    "text",
    ["pass", "bid 0", "bid 12", "play TH", "play BJ", "trump S", "draw stock", "draw discard", "offer 3 2 20",
     "offer 15 31 8388607"],
)  # fmt: skip
def test_round_trip(text):
    assert format_action(VERBS, parse_action(VERBS, text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Pass", "pass ", " pass", "pass 1", "bid", "bid ", "bid  3", "bid +3", "bid -3", "bid 03", "bid 3 ", "bid ٣",
     "bid 99999999", "play th", "play 10H", "play", "play TH ", "play\tTH", "trump CD", "trump ", "trump X",
     "draw pile", "go", "offer", "offer 3", "offer 3 2", "offer 3 2 1 1", "offer 3  2 1", "offer 3 2 01",
     "offer 3 +2 1", "offer 16 1 1", "offer 3 32 1", "offer 3 1 8388608", "offer 3 1..2 1"],
)  # fmt: skip
def test_anything_else_is_no_action(text):
    with pytest.raises(BadNotation):
        parse_action(VERBS, text)


def test_what_is_no_text_is_no_action():
    with pytest.raises(BadNotation, match="text, not int"):
        parse_action(VERBS, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "action", [-1, 9 << VERB_SHIFT, 2 << VERB_SHIFT | 54, 3 << VERB_SHIFT | 4, 4 << VERB_SHIFT | 2]
)
def test_ints_that_are_no_action_cannot_be_written(action):
    with pytest.raises(BadNotation):
        format_action(VERBS, action)


def test_ranges_are_written_lo_hi_also_when_they_hold_one_value():
    bid = 1 << VERB_SHIFT
    assert compact(VERBS, [0, bid | 3, bid | 4, bid | 5]) == ["pass", "bid 3..5"]
    assert compact(VERBS, [bid | 4, 2 << VERB_SHIFT]) == ["bid 4..4", "play 2C"]
    assert compact(VERBS, [bid | 2, bid | 4]) == ["bid 2..2", "bid 4..4"]
    assert compact(VERBS, []) == []


def test_an_offer_is_packed_so_that_seat_then_count_then_price_order_it():
    parts = [(seat, count, price) for seat in (0, 3, 15) for count in (1, 31) for price in (1, 7, 8388607)]
    packed = [offer_argument(*part) for part in parts]
    assert packed == sorted(set(packed))
    assert [offer_parts(OFFER | argument) for argument in packed] == parts
    assert packed[-1] < 1 << VERB_SHIFT


def test_offers_are_written_once_a_seat_without_listing_them():
    step = 1 << OFFER_COUNT_SHIFT
    blocks = [
        (0, 1, 1, 1),
        (OFFER | offer_argument(2, 1, 1), 1, step, 20),
        (OFFER | offer_argument(3, 1, 1), 4, step, 20),
    ]
    choices = Choices(blocks)
    written = compact(VERBS, choices)
    assert written == ["pass", "offer 2 1..1 1..20", "offer 3 1..4 1..20"]
    assert expand(written) == {format_action(VERBS, action) for action in choices}
    assert compact(VERBS, Choices([(OFFER | offer_argument(0, 1, 1), 27, 1 << OFFER_COUNT_SHIFT, 8_000_000)])) == [
        "offer 0 1..27 1..8000000"
    ]


def test_offers_of_a_list_are_written_in_ranges_of_their_prices():
    listed = [OFFER | offer_argument(3, count, price) for count in (1, 2) for price in (4, 5, 7)]
    written = compact(VERBS, listed)
    assert written == ["offer 3 1..1 4..5", "offer 3 1..1 7..7", "offer 3 2..2 4..5", "offer 3 2..2 7..7"]
    assert expand(written) == {format_action(VERBS, action) for action in listed}


def test_choices_of_other_verbs_are_written_as_any_list_is():
    bid, play = 1 << VERB_SHIFT, 2 << VERB_SHIFT
    assert compact(VERBS, Choices([(0, 1, 1, 1), (bid | 3, 1, 4, 4), (play, 2, 13, 2)])) == [
        "pass", "bid 3..6", "play 2C", "play 3C", "play 2D", "play 3D"
    ]  # fmt: skip
    assert compact(VERBS, Choices([(bid | 1, 2, 10, 2)])) == ["bid 1..2", "bid 11..12"]


def test_the_cheapest_of_a_compact_action_takes_each_lowest_number():
    written = ["pass", "bid 3..6", "offer 3 1..4 2..20", "draw stock"]
    assert [cheapest(text) for text in written] == ["pass", "bid 3", "offer 3 1 2", "draw stock"]
