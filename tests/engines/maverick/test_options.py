"""Options: names, defaults, presets, and what is refused."""

import pytest

import engines
from engines.core.errors import BadOption, BadPlayers

DEFAULTS = {
    "target": 30,
    "max_deals": 200,
    "equal_rank": "fallback",
    "joker_suit": "trump",
    "joker_counts_as_trump": True,
    "revoke": "priced",
    "void": "any",
    "adder": "n",
    "bidding": False,
    "nil_subject": "bidder",
    "failed_bid": "replace",
}


def test_defaults():
    assert engines.make_game("maverick").options == DEFAULTS
    assert engines.make_game("maverick-bidding").options == {**DEFAULTS, "bidding": True}


def test_r17_bidding_differs_from_the_default_of_its_id():
    assert engines.make_game("maverick", None, {"bidding": True}).canonical_options == {"bidding": True}
    assert engines.make_game("maverick-bidding", None, {"bidding": True}).canonical_options == {}
    assert engines.make_game("maverick-bidding", None, {"bidding": "off"}).canonical_options == {"bidding": False}


@pytest.mark.parametrize("game_id", ["maverick", "maverick-bidding"])
def test_presets(game_id):
    presets = engines.game_spec(game_id).presets
    assert presets["seed"] == {}
    assert presets["original"] == {"revoke": "illegal", "void": "must_trump", "adder": "1+n"}
    for preset in presets.values():
        assert engines.make_game(game_id, None, preset).canonical_options == preset


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", 501),
        ("target", "30"),
        ("max_deals", 0),
        ("max_deals", 10001),
        ("equal_rank", "none"),
        ("joker_suit", "any"),
        ("joker_counts_as_trump", 1),
        ("revoke", "free"),
        ("void", "trump"),
        ("adder", "2+n"),
        ("bidding", "yes"),
        ("nil_subject", "partner"),
        ("failed_bid", "none"),
        ("stake", 0),
    ],
)
def test_what_an_option_does_not_take_is_refused(name, value):
    with pytest.raises(BadOption, match=name):
        engines.make_game("maverick", None, {name: value})


@pytest.mark.parametrize("players", [3, 5])
def test_four_play(players):
    with pytest.raises(BadPlayers):
        engines.make_game("maverick", players)
    assert engines.make_game("maverick").side_of == (0, 1, 0, 1)
