"""Values of hands and blitzes, with the page's checked examples."""

import pytest

from engines.core.cards import mask_of
from engines.thirty_one.hands import hand_value, is_blitz, ranks_high_first, shown_value
from tests.engines.thirty_one.builder import cards


def mask(text):
    return mask_of(cards(text))


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("KH 8H 5H", 23),
        ("QS 9D 8D", 17),
        ("AC 6S 4S", 11),
        ("JC 7H 4S", 10),
        ("AS KS TS", 31),
        ("AS KS QS", 31),
        ("2C 2D 2H", 2),
        ("9C 9D 9H", 9),
        ("TC JC 2C", 22),
    ],
)
def test_the_value_is_the_best_sum_in_one_suit(hand, value):
    assert shown_value(hand_value(mask(hand))) == value


def test_three_of_a_kind_counts_thirty_and_a_half_with_the_option_alone():
    assert shown_value(hand_value(mask("2C 2D 2H"), three_of_a_kind=True)) == 30.5
    assert shown_value(hand_value(mask("KC KD KS"), three_of_a_kind=True)) == 30.5
    assert shown_value(hand_value(mask("KC KD KS"))) == 10
    assert shown_value(hand_value(mask("KC KD QS"), three_of_a_kind=True)) == 10
    assert hand_value(mask("AS KS QS"), three_of_a_kind=True) > hand_value(mask("AC AD AH"), three_of_a_kind=True)


@pytest.mark.parametrize(
    ("hand", "ace_king_ten", "any_31"),
    [("AS KS TS", True, True), ("AH QH JH", False, True), ("AS KS TH", False, False), ("KD QD JD", False, False),
     ("AC AD AH", False, False)],
)  # fmt: skip
def test_blitzes(hand, ace_king_ten, any_31):
    assert is_blitz(mask(hand), any_31=False) is ace_king_ten
    assert is_blitz(mask(hand), any_31=True) is any_31


def test_ranks_are_compared_highest_first_whatever_the_suits():
    assert ranks_high_first(mask("AC 9C 5H")) > ranks_high_first(mask("KS TS 2D"))
    assert ranks_high_first(mask("AC 9C 5H")) == ranks_high_first(mask("AD 9S 5S"))
    assert ranks_high_first(mask("KS TS 3D")) > ranks_high_first(mask("KS TS 2D"))
