"""Properties of Speculation over all options: invariants, termination, records, clones, and nothing hidden seen."""

import hashlib
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engines
from engines import testing
from engines.core.errors import BadOption
from engines.core.rng import Stream
from tests.engines.chance import share

OPTIONS = st.fixed_dictionaries(
    {"deals": st.integers(1, 8)},
    optional={
        "start_chips": st.one_of(st.integers(2, 60), st.just(100_000)),
        "ante": st.integers(1, 6),
        "dealer_factor": st.sampled_from([1, 1.5, 2, 3, 2.5]),
        "turn_after_sale": st.sampled_from(["revealer", "owner"]),
        "ace_ends": st.booleans(),
        "unseen_trades": st.booleans(),
        "offers_per_turn": st.integers(1, 5),
        "auction": st.sampled_from(["ascending", "sealed"]),
    },
)
SEEDS = st.binary(min_size=16, max_size=32)
PLAYERS = st.integers(2, 9)


def game_of(players, options):
    """Make the game; options that do not go together are no example."""
    try:
        return engines.make_game("speculation", players, options)
    except BadOption:
        assume(False)


def lively(state, choices):
    """Choose an action: the first verb by lot, and of its arguments any, so that there are passes enough to go on."""
    legal = state.legal_actions()
    return legal[0] if choices.below(2) else choices.choice(legal)


@settings(max_examples=share(25), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_every_game_holds_its_invariants_and_ends(players, options, seed):
    testing.check_random_play(game_of(players, options), seed)


@settings(max_examples=share(60), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_games_with_more_passes_hold_them_too(players, options, seed):
    game = game_of(players, options)
    state = game.new_state(seed)
    choices = Stream(seed, "lively")
    while not state.is_over:
        assert state.broken_invariants() == []
        state.apply(lively(state, choices))
    assert state.broken_invariants() == []
    assert sum(state.payouts) == 0
    assert [total - game.options["start_chips"] for total in state.totals] == list(state.payouts)


@settings(max_examples=share(5), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_illegal_actions_clones_and_records(players, options, seed):
    game = game_of(players, {**options, "deals": min(2, options["deals"])})
    testing.check_illegal_changes_nothing(game, seed, every=17)
    testing.check_clones(game, seed, every=23)
    testing.check_record(game, seed, every=29)


@settings(max_examples=share(60), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_every_deal_pays_its_pool_to_one_seat_and_sales_only_move_chips(players, options, seed):
    game = game_of(players, options)
    state = game.new_state(seed)
    choices = Stream(seed, "deals")
    while not state.is_over:
        state.apply(lively(state, choices))
    rows = [(game.options["start_chips"],) * players, *state.totals_history]
    assert all(sum(before) == sum(after) for before, after in pairwise(rows))
    assert state.pool_history == [0] * state.deals_done
    takes = [event for event in state.events if event["type"] == "take_pool"]
    antes = [event["chips"] for event in state.events if event["type"] == "ante"]
    assert len(takes) == state.deals_done
    assert sum(take["chips"] for take in takes) == sum(antes)


@pytest.mark.parametrize("players", range(2, 10))
def test_hundreds_of_looks_with_the_hidden_cards_permuted(players):
    """Observations, events and legal actions stay the same when the cards not turned change places."""
    compared = 0
    for number in range(share(25)):
        seed = hashlib.sha256(f"tight {players} {number}".encode()).digest()
        choices = Stream(seed, "options")
        options = {
            "ace_ends": choices.choice((True, False)),
            "auction": choices.choice(("ascending", "sealed")),
            "turn_after_sale": choices.choice(("revealer", "owner")),
            "deals": 2,
        }
        game = engines.make_game("speculation", players, options)
        compared += testing.check_tight(game, seed, points=2)
    assert compared > share(25) * players


def test_the_passive_rule_alone_ends_every_game():
    """Nobody bids, offers, sells or accepts: cards are turned to the end of each deal."""
    state = engines.make_game("speculation", 9, {"deals": 40}).new_state("7f" * 16)
    while not state.is_over:
        assert state.format(state.passive_action()) in ("pass", "keep", "refuse")
        state.apply(state.passive_action())
    assert state.deals_done == 40 or min(state.totals) < 1
