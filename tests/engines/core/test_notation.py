"""Notation: exactly one spelling of each action, and ranges for integers."""

import pytest

from engines.core.errors import BadNotation
from engines.core.notation import VERB_SHIFT, Argument, Verb, compact, format_action, parse_action

VERBS = (
    Verb("pass"),
    Verb("bid", Argument.NUMBER),
    Verb("play", Argument.CARD),
    Verb("trump", Argument.SUIT),
    Verb("draw", Argument.WORD, ("stock", "discard")),
)


@pytest.mark.parametrize(
    "text", ["pass", "bid 0", "bid 12", "play TH", "play BJ", "trump S", "draw stock", "draw discard"]
)
def test_round_trip(text):
    assert format_action(VERBS, parse_action(VERBS, text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Pass", "pass ", " pass", "pass 1", "bid", "bid ", "bid  3", "bid +3", "bid -3", "bid 03", "bid 3 ", "bid ٣",
     "bid 99999999", "play th", "play 10H", "play", "play TH ", "play\tTH", "trump CD", "trump ", "trump X",
     "draw pile", "go"],
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
