"""Properties of Thirty-One over all options: invariants, termination, records, clones, and nothing hidden seen."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines import testing
from engines.core.rng import Stream
from tests.engines.chance import share
from tests.engines.thirty_one.test_observation import seen_by_the_book

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "start_chips": st.integers(1, 20),
        "blitz": st.sampled_from(["AK10", "any31"]),
        "first_round_knock": st.booleans(),
        "may_return_discard": st.booleans(),
        "knocker_rule": st.sampled_from(["equal", "penal"]),
        "two_left_tie": st.sampled_from(["wins_game", "loser_pays"]),
        "three_of_a_kind": st.booleans(),
        "max_turns": st.integers(0, 60),
        "max_deals": st.integers(1, 60),
    },
)
SEEDS = st.binary(min_size=16, max_size=32)
PLAYERS = st.integers(2, 7)


@settings(max_examples=share(60), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_every_game_holds_its_invariants_and_ends(players, options, seed):
    game = engines.make_game("thirty-one", players, options)
    testing.check_random_play(game, seed)


@settings(max_examples=share(25), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_illegal_actions_clones_and_records(players, options, seed):
    game = engines.make_game("thirty-one", players, {**options, "max_deals": 5})
    testing.check_illegal_changes_nothing(game, seed)
    testing.check_clones(game, seed)
    testing.check_record(game, seed)


@settings(max_examples=share(80), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_deals_move_chips_to_the_pool_and_somebody_loses(players, options, seed):
    """Chips go only to the pool until the end, at most one a player and deal (two with penal)."""
    game = engines.make_game("thirty-one", players, options)
    *_, last = testing.random_states(game, seed)
    rows = [(game.start_chips,) * players, *last.totals_history]
    most = 2 if game.options["knocker_rule"] == "penal" else 1
    for before, after in pairwise(rows[:-1]):  # the last row holds the pool paid out
        assert all(0 <= old - new <= most for old, new in zip(before, after, strict=True))
    for event in last.events:
        if event["type"] == "showdown":
            assert event["losers"]  # T8: at least one loses, also where nothing is paid
            values = [value for value in event["values"] if value is not None]
            assert all(2 <= value <= 31 for value in values)
    assert sum(last.payouts) == 0
    assert last.pool == 0
    assert [total - game.start_chips for total in last.totals] == list(last.payouts)


@pytest.mark.parametrize("players", range(2, 8))
def test_hundreds_of_games_with_the_hidden_cards_permuted(players):
    """Observations, events and legal actions stay the same; what a seat may know is worked out from the record."""
    compared = 0
    for number in range(share(120)):
        seed = hashlib.sha256(f"tight {players} {number}".encode()).digest()
        choices = Stream(seed, "options")
        options = {
            "blitz": choices.choice(("AK10", "any31")),
            "may_return_discard": choices.choice((True, False)),
            "three_of_a_kind": choices.choice((True, False)),
            "max_deals": 2,
        }
        game = engines.make_game("thirty-one", players, options)
        compared += testing.check_tight(game, seed, seen_by_the_book, points=1)
    assert compared > share(120)


def test_seats_see_no_more_by_events_than_by_the_book():
    for number in range(share(40)):
        seed = hashlib.sha256(f"events {number}".encode()).digest()
        game = engines.make_game("thirty-one", 3, {"max_deals": 4})
        for state in testing.random_states(game, seed):
            if state.in_deal:
                for seat in range(3):
                    if state.observation(seat)["in"][seat]:
                        assert testing.cards_in_events(state, seat) == seen_by_the_book(state, seat)


def test_the_passive_rule_alone_ends_every_game():
    """Void deals by max_turns, then max_deals."""
    state = engines.make_game("thirty-one", 5, {"max_turns": 50, "max_deals": 10}).new_state("7f" * 16)
    while not state.is_over:
        state.apply(state.passive_action())
    assert state.is_over
    assert state.broken_invariants() == []
