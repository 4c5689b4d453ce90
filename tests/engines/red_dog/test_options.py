"""Options: defaults, bounds, presets, and the table of legal bets."""

import pytest

import engines
from engines.core.choices import Choices
from engines.core.errors import BadOption, BadPlayers
from tests.engines.red_dog.builder import play, table


def test_defaults_and_presets():
    spec = engines.game_spec("red-dog")
    assert dict(spec.presets["seed"]) == {}
    assert dict(spec.presets["original"]) == {"burn_first": True}
    assert engines.make_game("red-dog", 3).options == {
        "start_chips": 50,
        "ante": 1,
        "pass_fee": 1,
        "min_bet": 1,
        "ante_each_deal": False,
        "burn_first": False,
        "deals": 6,
        "final_pool": "split",
    }


@pytest.mark.parametrize("players", range(2, 11))
def test_deals_are_two_a_player_and_no_option_of_the_record_then(players):
    """RD7."""
    assert engines.make_game("red-dog", players).options["deals"] == 2 * players
    assert engines.make_game("red-dog", players, {"deals": 2 * players}).canonical_options == {}
    assert engines.make_game("red-dog", players, {"deals": 99}).canonical_options == {"deals": 99}


@pytest.mark.parametrize("players", [1, 11])
def test_two_to_ten_players(players):
    with pytest.raises(BadPlayers, match="2 to 10"):
        engines.make_game("red-dog", players)


@pytest.mark.parametrize(
    ("option", "bad"),
    [
        ("start_chips", 0),
        ("start_chips", 1_000_001),
        ("ante", 0),
        ("ante", 51),
        ("pass_fee", -1),
        ("min_bet", 2),
        ("min_bet", 0),
        ("min_bet", True),
        ("min_bet", "pot"),
        ("ante_each_deal", 1),
        ("burn_first", "yes"),
        ("deals", 0),
        ("deals", 1001),
        ("final_pool", "dealer"),
        ("start_chips", "50"),
    ],
)
def test_what_is_refused(option, bad):
    with pytest.raises(BadOption):
        engines.make_game("red-dog", 4, {option: bad})


@pytest.mark.parametrize(
    ("option", "good"),
    [
        ("start_chips", 1),
        ("start_chips", 1_000_000),
        ("ante", 50),
        ("pass_fee", 0),
        ("pass_fee", 1000),
        ("min_bet", "ante"),
        ("min_bet", 1),
        ("ante_each_deal", "on"),
        ("burn_first", True),
        ("deals", 1),
        ("deals", 1000),
        ("final_pool", "last_winner"),
        ("final_pool", "split"),
    ],
)
def test_what_is_taken(option, good):
    game = engines.make_game("red-dog", 4, {option: good})
    assert game.options[option] == (True if good == "on" else good)


def test_chips_below_the_ante_are_refused_by_name():
    """RD8."""
    with pytest.raises(BadOption, match="Option 'start_chips': 3 is less than the ante, which is 4"):
        engines.make_game("red-dog", 2, {"start_chips": 3, "ante": 4})


def test_a_rich_table_lists_no_bets():
    state = table({}, "AS", players=10, start_chips=1_000_000, ante=1_000_000, chips=[9_000_000] * 10)
    assert isinstance(state.legal_actions(), Choices)
    assert state.legal() == ["bet 1..8000000", "pass"]
    assert len(state.legal_actions()) == 8_000_001
    play(state, "bet 7654321")
    assert (state.totals[0], state.pool) == (8_000_000 - 7_654_321, 10_000_000 + 7_654_321)


def test_the_legal_actions_of_a_turn_are_kept_for_use_again():
    one, other = table(players=4), table(players=4)
    assert one.game.turn_actions(7, False) is one.game.turn_actions(7, False)
    assert list(one.legal_now) == list(other.legal_now)
    for highest in range(5000):
        one.game.turn_actions(highest, False)
    assert len(one.game._turns) <= 4096
    assert one.game.turn_actions(3, False)[:3] == (1, 2, 3)
    assert len(one.game.turn_actions(3, True)) == 5
