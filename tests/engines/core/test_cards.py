"""Sets of cards as lists: those from tables that are written as they are asked for, and those remembered."""

import random

import pytest

from engines.core.cards import CARD_LISTS, LISTS_KEPT, cards_of, listed, mask_of, remembered, suit_lists


@pytest.mark.parametrize(("jokers", "pack"), [(False, 52), (True, 54)])
def test_listed_is_what_the_set_holds_however_often_it_is_asked(jokers, pack):
    suit_lists.cache_clear()
    rng = random.Random(5)
    lists, raised = suit_lists(jokers), suit_lists(jokers, 1000)
    for _ in range(60):
        chosen = sorted(rng.sample(range(pack), rng.randrange(0, 14)))
        for _ in range(2):
            assert listed(mask_of(chosen), lists) == tuple(chosen)
            assert listed(mask_of(chosen), raised) == tuple(1000 + card for card in chosen)


def test_remembered_sets_are_forgotten_when_they_are_many():
    CARD_LISTS.clear()
    for hand in range(1, LISTS_KEPT + 1):
        assert remembered(hand) == tuple(cards_of(hand)) == CARD_LISTS[hand]
    assert len(CARD_LISTS) == LISTS_KEPT
    assert remembered(7 << 40) == (40, 41, 42)
    assert dict(CARD_LISTS) == {7 << 40: (40, 41, 42)}
