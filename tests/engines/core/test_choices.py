"""Compact choices behave as the tuple that they stand for, however many they are."""

import pytest

from engines.core.choices import Choices, blocks_of

BLOCKS = ((0, 1, 1, 1), (10, 3, 10, 2), (50, 2, 4, 4))
LISTED = (0, 10, 11, 20, 21, 30, 31, 50, 51, 52, 53, 54, 55, 56, 57)


def test_choices_are_what_their_blocks_say():
    choices = Choices(BLOCKS)
    assert tuple(choices) == LISTED
    assert len(choices) == len(LISTED)
    assert tuple(reversed(choices)) == LISTED[::-1]
    assert [number for number in range(-2, 70) if number in choices] == list(LISTED)


def test_choices_are_indexed_and_sliced_like_a_tuple():
    choices = Choices(BLOCKS)
    for index in range(-len(LISTED), len(LISTED)):
        assert choices[index] == LISTED[index]
    for part in (slice(None), slice(None, None, 4), slice(-3, None), slice(5, 2, -1), slice(90, 99)):
        assert choices[part] == LISTED[part]
    for index in (len(LISTED), -len(LISTED) - 1):
        with pytest.raises(IndexError, match="of 15 choices"):
            choices[index]


def test_what_is_no_integer_is_no_choice():
    assert "10" not in Choices(BLOCKS)
    assert 10.5 not in Choices(BLOCKS)
    assert not Choices(())


def test_many_choices_cost_nothing_until_they_are_listed():
    choices = Choices([(1 << 33, 27, 1 << 23, 8_000_000)])
    assert len(choices) == 27 * 8_000_000
    assert choices[-1] == (1 << 33) + 26 * (1 << 23) + 7_999_999
    assert choices[-1] in choices
    assert choices[-1] + 1 not in choices


def test_blocks_of_other_integers_are_their_unbroken_runs():
    assert list(blocks_of([0, 3, 4, 5, 9])) == [(0, 1, 1, 1), (3, 1, 3, 3), (9, 1, 1, 1)]
    assert list(blocks_of(())) == []
    assert blocks_of(Choices(BLOCKS)) == BLOCKS
