"""Random play over all options: the engine agrees with a slow reading of the page, and every invariant holds."""

import pytest

import engines
from engines import testing
from engines.core.rng import Stream
from tests.engines.maverick.reference import Deal
from tests.engines.maverick.table import random_options

GAMES = ("maverick", "maverick-bidding")
NUMBERS = range(40)


def drawn_game(game_id, number):
    spec = engines.game_spec(game_id)
    return engines.make_game(game_id, None, random_options(spec, Stream(f"{number:032x}", f"options-{game_id}")))


def played(game, seed):
    *_, last = testing.random_states(game, seed)
    return last


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("number", NUMBERS)
def test_deals_score_and_go_on_as_the_page_says(game_id, number):
    game = drawn_game(game_id, number)
    record = played(game, f"{number:032x}").record()
    totals, dealer = [0, 0], record["deals"][0]["dealer"]
    state = game.empty_state()
    for index, deal in enumerate(record["deals"]):
        assert deal["dealer"] == dealer
        assert not state.is_over
        reference = Deal(deal, game.options)
        if reference.suits is None:
            assert deal["actions"] == []
        else:
            assert len(reference.tricks) == 13
            totals = [total + score for total, score in zip(totals, reference.scores(), strict=True)]
            dealer = (dealer + 1) % 4
        state = game.from_record({**record, "deals": record["deals"][: index + 1]})
        assert state.broken_invariants() == []
        assert state.totals == totals * 2
        target, most = game.options["target"], game.options["max_deals"]
        won = max(totals) >= target and totals[0] != totals[1]
        assert state.is_over == (won or index + 1 == most)
    places = [1 + 2 * (totals[side] < totals[1 - side]) for side in (0, 1)] * 2
    winners = places.count(1)
    assert state.places == tuple(places)
    assert state.payouts == tuple(1 / winners if place == 1 else 0 for place in places)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("number", range(6))
def test_what_is_legal_is_what_the_page_allows(game_id, number):
    game = drawn_game(game_id, number)
    for at, state in enumerate(testing.random_states(game, f"{number + 50:032x}")):
        assert state.broken_invariants() == []
        deal = state.record()["deals"][-1]
        if at < 130 and state.in_deal and any("give" in text for text in deal["actions"]):
            reference = Deal(deal, game.options)
            if state.observation(0)["phase"] == "play":
                allowed = {f"play {card}" for card in reference.legal(state.current_player)}
                assert set(state.legal()) == allowed


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("number", range(8))
def test_conformance_over_random_options(game_id, number):
    game = drawn_game(game_id, number)
    seed = f"{number + 100:032x}"
    assert testing.check_random_play(game, seed) >= 60
    testing.check_illegal_changes_nothing(game, seed, every=41)
    testing.check_clones(game, seed, every=37)
    testing.check_record(game, seed, every=43)


def test_hundreds_of_games_with_the_hidden_cards_permuted():
    compared = 0
    for number in range(400):
        game = drawn_game(GAMES[number % 2], number)
        compared += testing.check_tight(game, f"{number + 200:032x}", points=1)
    assert compared > 1300


def test_a_revoke_is_not_told_before_the_deal_is_over():
    game = engines.make_game("maverick")
    for state in testing.random_states(game, "05" * 16):
        if state.in_deal and state.deals_done == 0:
            assert all(event["type"] not in ("revoke", "score") for event in state.events)
            assert all(state.observation(seat)["result"] is None for seat in range(4))


def test_a_game_of_passive_play_ends():
    state = engines.make_game("maverick-bidding", None, {"max_deals": 12, "target": 500}).new_state("09" * 16)
    while not state.is_over:
        state.apply(state.passive_action())
    assert state.deals_done == 12


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (lambda state: state.held[0].pop(), "54 = 52 + 2 face up, each card in one place"),
        (lambda state: state.held[0].append(state.held[1].pop()), "passing keeps 13 each"),
    ],
)
def test_misplaced_cards_are_noticed(spoil, name):
    state = engines.make_game("maverick").new_state("0a" * 16)
    assert state.broken_invariants() == []
    spoil(state)
    assert name in state.broken_invariants()


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (lambda result: result.tricks.__setitem__(0, 99), "the trick scores of the sides sum to A + p - t - 4q"),
        (lambda result: result.revokes.__setitem__(0, 9), "revokes are those that the hands show"),
        (lambda result: result.scores.__setitem__(0, 99), "penalties = -4 x revokes"),
    ],
)
def test_wrong_scores_are_noticed(spoil, name):
    state = played(engines.make_game("maverick", None, {"max_deals": 1}), "0b" * 16)
    assert state.broken_invariants() == []
    spoil(state.result)
    assert name in state.broken_invariants()
