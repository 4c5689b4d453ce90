"""The fixed actions: always some, all legal and different, both ends of every range, and the right amounts."""

from types import SimpleNamespace

import pytest

import engines
from engines.adapters.actions import FixedActions
from engines.core.choices import Choices
from engines.core.notation import ARGUMENT_MASK, VERB_SHIFT, Argument, Verb, format_action, offer_argument, offer_parts
from engines.core.rng import Stream
from tests.engines.adapters.short import TABLES, name_of

SEED = "ad" * 16


def texts_of(verbs, legal, players=4):
    """Return what the fixed actions of a made-up game are at a made-up moment: text of the action by label."""
    game = SimpleNamespace(verbs=verbs, players=players, pack=range(52))
    fixed = FixedActions(game)
    found = fixed.legal(SimpleNamespace(legal_actions=lambda: legal))
    return {fixed.labels[number]: format_action(verbs, action) for number, action in found.items()}


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_choosing_among_the_fixed_actions_reaches_the_end(table):
    game_id, players, options = table
    game = engines.make_game(game_id, players, options)
    fixed, choices = FixedActions(game), Stream(SEED, "test-fixed")
    assert len(set(fixed.labels)) == fixed.size
    for number in range(4):
        state = game.new_state(SEED, first_dealer=number % game.players)
        while not state.is_over:
            found = fixed.legal(state)
            check_moment(game, fixed, state, found)
            state.apply(found[choices.choice(list(found))])


def check_moment(game, fixed, state, found):
    legal = state.legal_actions()
    assert found
    assert list(found) == sorted(found)
    assert min(found) >= 0 and max(found) < fixed.size
    assert len(set(found.values())) == len(found)
    assert all(action in legal for action in found.values())
    # Every legal action that is no amount has its own, whose label is its text; of amounts both ends are there.
    given = set(found.values())
    for index, verb in enumerate(game.verbs):
        own = [action for action in legal if action >> VERB_SHIFT == index] if len(legal) < 2000 else []
        if verb.argument in (Argument.NUMBER, Argument.OFFER):
            assert not own or {own[0], own[-1]} <= given
        else:
            assert set(own) <= given
    for number, action in found.items():
        if game.verbs[action >> VERB_SHIFT].argument not in (Argument.NUMBER, Argument.OFFER):
            assert fixed.labels[number] == state.format(action)


def test_nobody_to_act_has_no_fixed_action():
    game = engines.make_game("thirty-one")
    assert FixedActions(game).legal(game.empty_state()) == {}


def test_small_numbers_are_themselves_and_others_a_ladder():
    found = texts_of(
        [Verb("bet", Argument.NUMBER), Verb("pass")], Choices([(9, 1, 649_992, 649_992), (1 << 32, 1, 1, 1)])
    )
    # Above ten: 11 to 650,000, so 649,989 steps; 1/64 of them is 10,156, and so on.
    assert found == {
        "bet 9": "bet 9",
        "bet 10": "bet 10",
        "bet above 10: smallest": "bet 11",
        "bet above 10: 1/64": "bet 10167",
        "bet above 10: 1/32": "bet 20323",
        "bet above 10: 1/16": "bet 40635",
        "bet above 10: 1/8": "bet 81259",
        "bet above 10: 1/4": "bet 162508",
        "bet above 10: 1/2": "bet 325005",
        "bet above 10: 3/4": "bet 487502",
        "bet above 10: largest": "bet 650000",
        "pass": "pass",
    }


def test_rungs_on_one_amount_are_one_action():
    bets = [Verb("bet", Argument.NUMBER)]
    assert texts_of(bets, (11, 12, 13)) == {
        "bet above 10: smallest": "bet 11",
        "bet above 10: 1/2": "bet 12",
        "bet above 10: largest": "bet 13",
    }
    assert texts_of(bets, (40,)) == {"bet above 10: smallest": "bet 40"}


def test_a_ladder_passes_over_amounts_that_are_not_legal():
    found = texts_of([Verb("bet", Argument.NUMBER)], (3, 20, 30, 1000))
    assert list(found.values()) == ["bet 3", "bet 20", "bet 30", "bet 1000"]


def test_offers_are_for_the_fewest_and_the_most_cards_of_each_seat():
    verbs = [Verb("pass"), Verb("offer", Argument.OFFER)]
    one, step = 1 << VERB_SHIFT, 1 << 23
    first, third = one | offer_argument(1, 1, 1), one | offer_argument(3, 2, 1)
    found = texts_of(verbs, Choices([(0, 1, 1, 1), (first, 3, step, 65), (third, 1, step, 2)]))
    prices = [1, 2, 3, 5, 9, 17, 33, 49, 65]
    assert list(found.values()) == [
        "pass",
        *[f"offer 1 1 {price}" for price in prices],
        *[f"offer 1 3 {price}" for price in prices],
        "offer 3 2 1",
        "offer 3 2 2",
    ]
    assert found["offer to seat 1 for the most cards: 1/4"] == "offer 1 3 17"
    assert found["offer to seat 3 for the fewest cards: largest"] == "offer 3 2 2"


def test_a_bid_in_smear_is_the_same_number_all_game():
    game = engines.make_game("smear-four-handed")
    state, fixed = game.new_state(SEED), FixedActions(game)
    found = fixed.legal(state)
    by_label = {fixed.labels[number]: state.format(action) for number, action in found.items()}
    assert by_label == {"pass": "pass", "bid 2": "bid 2", "bid 3": "bid 3", "bid 4": "bid 4"}


def test_offers_of_a_real_table_can_be_unpacked():
    game = engines.make_game("speculation", 3, {"start_chips": 1000})
    fixed, choices, state = FixedActions(game), Stream(SEED, "test-offers"), game.new_state(SEED)
    while not any(text.startswith("offer") for text in state.legal()):
        state.apply(choices.choice(list(fixed.legal(state).values())))
    offers = [
        offer_parts(action & ARGUMENT_MASK) for action in fixed.legal(state).values() if action >> VERB_SHIFT == 4
    ]
    assert {seat for seat, _, _ in offers} == {0, 1, 2} - {state.current_player}
    most = state.totals[state.current_player]
    assert {min(price for _, _, price in offers), max(price for _, _, price in offers)} == {1, most}
