"""Samples and states rebuilt from observations: what a seat knows stays, the rest is dealt evenly."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines import testing
from engines.core.rng import Stream
from engines.thirty_one.sample import Known, imagine
from tests.engines.chance import assert_even, share
from tests.engines.thirty_one.builder import cards, deck_for, play, table
from tests.engines.thirty_one.test_properties import OPTIONS, PLAYERS, SEEDS


def rebuilt(state, seat, rng):
    return type(state).rebuild(state.game, state.observation(seat), rng)


@settings(max_examples=share(40), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS, number=st.integers(0, 1000))
def test_samples_and_rebuilt_states_show_their_seat_the_same(players, options, seed, number):
    game = engines.make_game("thirty-one", players, {**options, "max_deals": 12})
    rng = random.Random(number)
    for count, state in enumerate(testing.random_states(game, seed)):
        if count % 13 != number % 13 and not state.is_over:
            continue
        seat = rng.randrange(players)
        seen, deck = state.observation(seat), state.deck
        for other in (state.sample(seat, rng), rebuilt(state, seat, rng)):
            assert other.observation(seat) == seen
            assert other.imagined
            assert other.legal() == state.legal() or (state.drawn >= 0 and state.turn != seat)
            assert other.broken_invariants() == []
            assert (other.turn, other.places, other.payouts) == (state.turn, state.places, state.payouts)
            assert other.moves == state.moves
            while not other.is_over and count < 20:
                other.apply(other.random_action(Stream("11" * 16, "on", len(other.moves))))
        assert (state.observation(seat), state.deck) == (seen, deck)


def test_public_events_and_own_cards_are_the_same():
    game, rng = engines.make_game("thirty-one", 4, {"first_round_knock": False}), random.Random(3)
    compared = 0
    for number in range(20):
        for count, state in enumerate(testing.random_states(game, f"{number:032x}")):
            if state.deals_done:
                break
            if count % 3 == 0:
                seat = count // 3 % 4
                compared += 1
                assert state.sample(seat, rng).events_for(seat) == state.events_for(seat)
    assert compared > 30


def used_up(players=7, turns=40):
    """Let everyone draw from the stock and throw the card, until the discards have been turned over."""
    state = table({}, players=players, max_turns=0)
    for _ in range(turns):
        play(state, "draw stock")
        play(state, state.format(state.passive_action()))
    return state


def test_a_stock_made_of_the_discards_is_known_to_all():
    state = used_up()
    assert "turn_over" in [event["type"] for event in state.events]
    rng = random.Random(2)
    for seat in range(7):
        for other in (state.sample(seat, rng), rebuilt(state, seat, rng)):
            assert other.stock == state.stock
            assert other.observation(seat) == state.observation(seat)
            assert other.broken_invariants() == []
    keeper, drawn = state.turn, state.stock[-1]
    play(state, "draw stock")
    for seat in range(7):
        assert state.sample(seat, rng).drawn == drawn
    state.apply(next(action for action in state.legal_now if action & 63 != drawn))
    for seat in range(7):
        for _ in range(5):
            other = state.sample(seat, rng)
            assert other.hands[keeper] >> drawn & 1
            assert other.broken_invariants() == []


@pytest.mark.parametrize("end", ["showdown", "blitz", "dealt blitz", "void"])
def test_a_finished_deal_is_rebuilt_with_the_hands_it_has_shown(end):
    if end == "showdown":
        state = play(table({}, players=3), "knock; draw stock")
        play(state, state.legal()[0], "stand")
    elif end == "blitz":
        state = play(table({1: "AS KS 2D"}, players=3, turn_up="TS"), "knock; draw discard; discard 2D")
    elif end == "dealt blitz":
        state = table({1: "AS KS TS"}, players=3)
    else:
        state = play(table({}, players=3, max_turns=1, stock="9S"), "draw stock; discard 9S")
    assert not state.in_deal
    for seat in range(3):
        for number in range(20):
            other = rebuilt(state, seat, random.Random(number))
            assert other.observation(seat) == state.observation(seat)
            assert (other.totals_history, other.next_dealer()) == (state.totals_history, state.next_dealer())


def test_before_the_first_deal():
    game = engines.make_game("thirty-one", 3)
    empty = game.empty_state()
    assert rebuilt(empty, 1, random.Random(1)).observation(1) == empty.observation(1)


def test_who_went_out_and_the_last_showdown_are_rebuilt():
    hands = {0: "KH 8H 5H", 1: "QS 9D 8D", 2: "JC 7H 4S"}
    state = play(table(hands, players=3, dealer=2, chips=[3, 3, 0]), "knock; stand; stand")
    state.start_deal(0, deck_for([1, 0], {0: "KH 8H 5H", 1: "QS 9D 8D"}))
    other = rebuilt(state, 1, random.Random(1))
    assert other.observation(1) == state.observation(1)
    assert other.observation(1)["out_in"] == [None, None, 0]
    assert other.observation(1)["last_showdown"]["losers"] == [2]


def test_a_sample_is_a_function_of_its_random_numbers():
    state = play(engines.make_game("thirty-one", 3).new_state("5a" * 16), "draw stock")
    one, other = (state.sample(1, random.Random(8)) for _ in range(2))
    assert (one.deck, one.seed) == (other.deck, other.seed)
    assert state.sample(1, random.Random(9)).seed not in (state.seed, one.seed)


def test_what_is_known_is_kept_until_the_next_move():
    state = table({}, players=3)
    state.sample(1, random.Random(1))
    known = state.imaginable
    state.sample(1, random.Random(2))
    assert state.imaginable is known
    play(state, "draw stock")
    assert state.imaginable is None


@pytest.mark.parametrize("blitz", ["AK10", "any31"])
def test_samples_are_even_over_all_decks_that_agree(blitz):
    """Compare with every deck of the unseen cards, each played again and kept if all seen is the same.

    Two players; seat 0 looks. Seat 1 has drawn two cards from the stock and thrown two. All cards but seven are taken
    as seen, so that the decks can be counted: seat 1's three, his two draws, and two more of the stock.
    """
    course = "draw stock; discard 6C; draw stock; discard TS; draw stock; discard 7C; draw stock; discard 9D"
    hands = {0: "2C 3D 4H", 1: "AS 8S 9D"}
    state = play(table(hands, turn_up="5C", stock="6C TS 7C QS KS JS", blitz=blitz), course)
    seen = state.observation(0)
    places = [1, 3, 5, 8, 10, 11, 12]
    unseen = [state.deck[place] for place in places]
    agreeing = set()
    for order in permutations(unseen):
        deck = list(state.deck)
        for place, card in zip(places, order, strict=True):
            deck[place] = card
        other = state.game.empty_state()
        other.start_deal(1, deck)
        try:
            play(other, course)
        except engines.IllegalAction:
            continue
        if other.in_deal and other.observation(0) == seen:
            agreeing.add(hidden_of(deck))
    known = Known(seen)
    known.unseen = [card for card in known.unseen if card in unseen]
    known.blanks = [place for place in known.blanks if place in places]
    assert (len(known.unseen), len(known.blanks)) == (5, 7)
    rng, draws = random.Random(12), 100 * len(agreeing)
    counts = Counter(hidden_of(imagine(known, state.game.blitzes, rng)) for _ in range(draws))
    assert set(counts) <= agreeing
    assert_even(counts, len(agreeing))
    without_blitzes = Counter(hidden_of(imagine(known, frozenset(), rng)) for _ in range(draws))
    assert len(without_blitzes) > len(agreeing)


def hidden_of(deck):
    """Return what is hidden as a value: seat 1's three cards as dealt, in any order, his draws, and the stock's set."""
    return frozenset(deck[place] for place in (1, 3, 5)), deck[8], deck[10]


def test_the_thrown_card_may_have_come_from_the_hand_or_the_stock():
    """One unknown card drawn and a card thrown: it was the one drawn in a quarter of all samples."""
    state = play(table({}, players=2, turn_up="5C", stock="6C TS"), "draw stock; discard 6C; draw stock; discard TS")
    rng, draws = random.Random(5), 8000
    drawn = sum(state._imagine(0, rng)[0][8] == cards("TS")[0] for _ in range(draws))
    assert abs(drawn - draws / 4) < 5 * sqrt(draws * 3 / 16)
