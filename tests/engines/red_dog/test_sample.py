"""Samples and states rebuilt from observations: what a seat knows stays, the rest is dealt evenly."""

import random
from collections import Counter
from itertools import combinations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines import testing
from engines.core.rng import Stream
from engines.red_dog.sample import Known, imagine
from tests.engines.chance import assert_even, share
from tests.engines.red_dog.builder import cards, play, table
from tests.engines.red_dog.test_properties import OPTIONS, PLAYERS, SEEDS, marked_record


def public_events(state):
    return [event for event in state.events if "seats" not in event]


@settings(max_examples=share(40), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS, number=st.integers(0, 1000))
def test_samples_and_rebuilt_states_show_their_seat_the_same(players, options, seed, number):
    game = engines.make_game("red-dog", players, options)
    rng = random.Random(number)
    for count, state in enumerate(testing.random_states(game, seed)):
        if count % 7 == number % 7 or state.is_over:
            for seat in {rng.randrange(players), max(state.turn, 0)}:
                before = testing.fingerprint(state)
                seen = state.observation(seat)
                for other in (state.sample(seat, rng), game.state_class.rebuild(game, seen, rng)):
                    assert other.observation(seat) == seen
                    assert other.imagined
                    assert other.legal() == state.legal()
                    if state.in_deal:
                        assert other.broken_invariants() == []
                    assert (other.places, other.payouts) == (state.places, state.payouts)
                    while not other.is_over and count < 30:
                        other.apply(other.random_action(Stream("11" * 16, "on", len(other.moves))))
                assert testing.fingerprint(state) == before


def test_public_events_and_own_cards_are_the_same():
    game, rng = engines.make_game("red-dog", 6, {"burn_first": True}), random.Random(3)
    for number in range(share(20)):
        for state in testing.random_states(game, f"{number:032x}"):
            if state.deals_done:
                break
            for seat in range(6):
                other = state.sample(seat, rng)
                assert public_events(other) == public_events(state)
                assert other.events_for(seat) == state.events_for(seat)


@settings(max_examples=share(20), deadline=None)
@given(players=PLAYERS, seed=SEEDS)
def test_marked_deals_are_sampled_without_the_faced_cards_that_nobody_has_seen(players, seed):
    final, rng = marked_record(players, seed), random.Random(1)
    record = final.record()
    for deal in range(len(record["deals"])):
        for count in range(len(record["deals"][deal]["actions"])):
            cut = {**record, "deals": [*record["deals"][:deal], {**record["deals"][deal]}]}
            cut["deals"][-1]["actions"] = cut["deals"][-1]["actions"][:count]
            state = engines.replay(cut)
            seen = state.observation(state.turn)
            for other in (state.sample(state.turn, rng), type(state).rebuild(state.game, seen, rng)):
                assert other.observation(state.turn) == seen
                removed = sum(len(turn["removed"]) for turn in seen["turns"])
                assert len((other.irregular or {}).get("faced", ())) == removed


def test_before_the_first_deal_and_after_the_last():
    game, rng = engines.make_game("red-dog", 3, {"deals": 1}), random.Random(1)
    empty = game.state_class.rebuild(game, game.empty_state().observation(1), rng)
    assert empty.observation(1) == game.empty_state().observation(1)
    state = table({0: "AS"}, "2S", players=3, deals=1)
    play(state, "bet 1; pass; pass")
    other = game.state_class.rebuild(game, state.observation(2), rng)
    assert (other.is_over, other.places, other.totals) == (True, state.places, state.totals)


def test_the_next_deals_come_from_another_seed_each_time():
    state = engines.make_game("red-dog", 3).new_state("5a" * 16)
    rng = random.Random(8)
    seeds = {state.sample(0, rng).seed for _ in range(5)}
    assert len(seeds) == 5
    assert state.seed not in seeds


def test_a_sample_is_a_function_of_its_random_numbers():
    state = engines.make_game("red-dog", 3).new_state("5a" * 16)
    one, other = (state.sample(1, random.Random(8)) for _ in range(2))
    assert (one.deck, one.seed) == (other.deck, other.seed)
    assert state.sample(1, Stream("00" * 16, "sample")).deck == state.sample(1, Stream("00" * 16, "sample")).deck


def test_what_is_known_is_kept_until_the_next_move():
    state = table(players=3)
    state.sample(1, random.Random(1))
    known = state.known
    state.sample(1, random.Random(2))
    assert state.known is known
    play(state, "pass")
    assert state.known is None
    assert len(state.sample(1, random.Random(2)).moves) == 1


def ten_with_two_winners():
    """Lay a deal of ten in which seven show their hands and two show one card; the dealer is to act.

    Nine cards are unseen then, three of each winner and the last three of the stock. Seat 0 beat 7S with 9S, so holds
    no 8S; seat 1 beat 5S with TS, so holds neither 6S nor 8S.
    """
    hands = {
        0: "9S 3C 4C 5C",
        1: "TS 6C 7C 8C",
        2: "2D 3D 4D 5D",
        3: "2C 2H 3H 4H",
        4: "6D 7D 8D 9D",
        5: "TD JD QD KD",
        6: "9C TC JC QC",
        7: "AC AD KC QS",
        8: "5H 6H 2S 3S",
        9: "7H 8H 9H TH",
    }
    return play(table(hands, "7S 5S AH KH QH AS JS KS JH 4S 6S 8S", players=10), *["bet 1"] * 9)


@pytest.mark.parametrize("source", ["state", "observation"])
def test_samples_are_even_over_all_deals_that_agree(source):
    """Compare with every assignment of the nine unseen cards, each played again and kept if all seen is the same."""
    state = ten_with_two_winners()
    seen = state.observation(9)
    assert [turn["won"] for turn in seen["turns"]] == [True, True] + [False] * 7
    places = {0: [10, 20, 30], 1: [11, 21, 31]}
    unseen = cards("3C 4C 5C 6C 7C 8C 4S 6S 8S")
    known = Known(seen)
    assert sorted(known.unseen) == sorted(unseen)
    agreeing = set()
    for first in combinations(unseen, 3):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, 3):
            deck = list(state.deck)
            for place, card in zip(places[0] + places[1], first + second, strict=True):
                deck[place] = card
            deck[49:] = [card for card in rest if card not in second]
            other = state.game.empty_state()
            other.start_deal(9, deck)
            play(other, *["bet 1"] * 9)
            if other.observation(9) == seen:
                agreeing.add((frozenset(first), frozenset(second)))
    assert len(agreeing) == 21 * 10 + 35 * 4  # with 6S at seat 0, and without
    rng, draws = random.Random(12), 24_000
    counts = Counter()
    for _ in range(draws):
        deck = imagine(known, rng) if source == "observation" else state._imagine(9, rng)[0]
        counts[frozenset(deck[place] for place in places[0]), frozenset(deck[place] for place in places[1])] += 1
    assert set(counts) <= agreeing
    assert_even(counts, len(agreeing))


def test_the_next_card_of_the_stock_is_any_unseen_card_alike():
    state = play(table({0: "9S 3C 4C 5C 6C", 2: "AC AD AH AS KC"}, "4S", players=3), "bet 1")
    rng, draws = random.Random(5), 60_000
    counts = Counter(state._imagine(2, rng)[0][16] for _ in range(draws))
    assert not set(counts) & {*cards("9S 4S"), *cards("AC AD AH AS KC")}
    # Seat 0's four hidden cards are none of 5S to 8S, which lie in one of the 41 other places.
    likelier = {card: counts.pop(card) for card in cards("5S 6S 7S 8S")}
    expected = draws * 4 / 41
    assert abs(sum(likelier.values()) - expected) < 4 * sqrt(expected)
    assert_even(likelier, 4)
    assert_even(counts, 52 - 7 - 4)
