"""Properties of Red Dog over all options: invariants, termination, records, clones, and nothing hidden seen."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engines
from engines import testing
from engines.core.errors import RecordError
from engines.core.rng import Stream
from tests.engines.chance import share
from tests.engines.red_dog.test_view import seen_by_the_book

OPTIONS = st.fixed_dictionaries(
    {"ante": st.integers(1, 6), "start_chips": st.integers(6, 60)},
    optional={
        "pass_fee": st.integers(0, 5),
        "min_bet": st.sampled_from([1, "ante"]),
        "ante_each_deal": st.booleans(),
        "burn_first": st.booleans(),
        "deals": st.integers(1, 30),
        "final_pool": st.sampled_from(["split", "last_winner"]),
    },
)
SEEDS = st.binary(min_size=16, max_size=32)
PLAYERS = st.integers(2, 10)


@settings(max_examples=share(80), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_every_game_holds_its_invariants_and_ends(players, options, seed):
    game = engines.make_game("red-dog", players, options)
    testing.check_random_play(game, seed)


@settings(max_examples=share(20), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_illegal_actions_clones_and_records(players, options, seed):
    game = engines.make_game("red-dog", players, {**options, "deals": 4})
    testing.check_illegal_changes_nothing(game, seed)
    testing.check_clones(game, seed)
    testing.check_record(game, seed)


@settings(max_examples=share(80), deadline=None)
@given(players=PLAYERS, options=OPTIONS, seed=SEEDS)
def test_chips_by_the_events(players, options, seed):
    """Keep the accounts again from what all are told, and compare them with the rows."""
    game = engines.make_game("red-dog", players, options)
    *_, last = testing.random_states(game, seed)
    chips, pool, rows, turned = [game.start_chips] * players, 0, [], 0
    for event in last.events:
        kind = event["type"]
        if kind == "ante":
            assert pool == 0 or game.options["ante_each_deal"]
            for seat in event["payers"]:
                chips[seat] -= event["chips"]
            pool += event["chips"] * len(event["payers"])
        elif kind == "bet":
            assert game.least_bet <= event["chips"] <= min(pool, chips[event["seat"]])
            turned -= 1
        elif kind == "turn":
            turned += 1
        elif kind in ("win", "lose", "pass", "take_pool"):
            gained = event["chips"] if kind in ("win", "take_pool") else -event["chips"]
            chips[event["seat"]] += gained
            pool -= gained
        elif kind == "deal_end":
            rows.append((tuple(chips), pool))
        assert min(chips) >= 0
        assert pool >= 0
        assert sum(chips) + pool == players * game.start_chips
    assert turned == 0
    assert rows == list(zip(last.totals_history, last.pool_history, strict=True))
    assert sum(last.payouts) == last.pool == 0


@pytest.mark.parametrize("players", range(2, 11))
def test_hundreds_of_games_with_the_hidden_cards_permuted(players):
    """Observations, events and legal actions stay the same; what a seat may know is worked out from the record."""
    compared = 0
    for number in range(share(80)):
        seed = hashlib.sha256(f"tight {players} {number}".encode()).digest()
        game = engines.make_game("red-dog", players, {"burn_first": number % 2 == 0, "deals": 4})
        compared += testing.check_tight(game, seed, seen_by_the_book, points=1)
    assert compared > share(80)


def marked_record(players, seed):
    """Play some deals with random marks; return the state and the marks of each deal."""
    choices = Stream(seed, "marks")
    game = engines.make_game("red-dog", players, {"burn_first": choices.choice((True, False)), "ante": 2, "deals": 6})
    state = game.empty_state()
    dealer = choices.below(players)
    while not state.is_over:
        faced = choices.below(4 if players < 10 else 2)
        marks = {"long": [], "short": [], "faced": choices.shuffled(range(10))[:faced]}
        for seat in range(players):
            kind = choices.choice(("", "", "long", "short"))
            if kind and seat in state.staying and state.totals[seat] >= 2:
                marks[kind].append(seat)
        state.start_deal(dealer, choices.shuffled(game.pack), marks)
        while state.in_deal:
            assert state.broken_invariants() == []
            state.apply(state.random_action(choices))
        dealer = state.is_over or state.next_dealer()
    return state


@settings(max_examples=share(20), deadline=None)
@given(players=PLAYERS, seed=SEEDS)
def test_records_with_marks_replay(players, seed):
    state = marked_record(players, seed)
    assert state.broken_invariants() == []
    record = state.record()
    again = engines.replay(record)
    assert testing.fingerprint(again) == testing.fingerprint(state)
    del record["deals"][0]["irregular"]["long"], record["deals"][0]["irregular"]["short"]
    if any("dead" in action or "fold" in action for action in record["deals"][0]["actions"]):
        with pytest.raises(RecordError):
            engines.replay(record)


def test_the_passive_rule_alone_ends_every_game():
    state = engines.make_game("red-dog", 10, {"start_chips": 3}).new_state("7f" * 16)
    while not state.is_over:
        state.apply(state.passive_action())
    assert state.broken_invariants() == []
