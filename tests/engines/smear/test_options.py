"""Which options each Smear game has, their defaults, and what is refused (fine print R14 to R16, S5, S18)."""

import pytest

import engines
from engines.core.errors import BadOption, BadPlayers
from tests.engines.smear.table import pass_out, table

SMEAR = [game_id for game_id in engines.game_ids() if game_id.startswith("smear-")]
GENERAL = {
    "max_deals",
    "target",
    "min_bid",
    "max_bid",
    "all_pass",
    "dealer_plays",
    "dealer_may_steal",
    "may_trump_anytime",
    "joker_tie",
    "low_to",
    "game_tie",
    "made_bid_scores",
    "defenders_score",
    "both_reach",
    "must_win_on_own_bid",
    "protect_scoring_trumps",
    "bidder_discards_count",
    "stake",
    "set_penalty",
}
OWN = {
    "smear-six-handed": {"refill", "joker"},
    "smear-four-handed": set(),
    "smear-ten-point": {"trey_points", "kitty", "six_sides", "five_defenders"},
    "smear-wisconsin": {"kitty"},
    "smear-wisconsin-jokers": {"kitty", "jokers_score"},
    "smear-fort-frances": set(),
}
FOUR, SIX, TEN = "smear-four-handed", "smear-six-handed", "smear-ten-point"


def test_all_six_variants_are_there():
    assert set(SMEAR) == set(OWN)


@pytest.mark.parametrize("game_id", SMEAR)
def test_each_game_has_the_options_of_its_row_and_no_others(game_id):
    assert set(engines.make_game(game_id).options) == GENERAL | OWN[game_id]
    for foreign in set().union(*OWN.values()) - OWN[game_id]:
        with pytest.raises(BadOption, match="no such option"):
            engines.make_game(game_id, options={foreign: 1})


@pytest.mark.parametrize("game_id", SMEAR)
def test_presets_are_playable_and_seed_is_the_defaults(game_id):
    presets = engines.game_spec(game_id).presets
    assert engines.make_game(game_id, options=presets["seed"]).canonical_options == {}
    original = engines.make_game(game_id, options=presets["original"]).options
    assert (original["may_trump_anytime"], original["low_to"], original["made_bid_scores"]) == (True, "holder", "taken")
    assert original.get("refill", "dealer_takes_rest") == "dealer_takes_rest"
    assert original.get("six_sides", "2v2v2") == "2v2v2"


@pytest.mark.parametrize(
    ("game_id", "players"),
    [(FOUR, 3), (FOUR, 5), (SIX, 4), (TEN, 3), (TEN, 7), ("smear-wisconsin", 6), (FOUR, True), (FOUR, "4")],
)
def test_the_number_of_players(game_id, players):
    with pytest.raises(BadPlayers):
        engines.make_game(game_id, players)


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        (FOUR, {"max_deals": 0}),
        (FOUR, {"max_deals": 10001}),
        (FOUR, {"target": 0}),
        (FOUR, {"target": 1001}),
        (FOUR, {"target": True}),
        (FOUR, {"target": "21"}),
        (FOUR, {"target": 21.0}),
        (FOUR, {"min_bid": 0}),
        (FOUR, {"max_bid": 5}),
        (FOUR, {"min_bid": 4, "max_bid": 3}),
        (FOUR, {"max_bid": 1}),
        (FOUR, {"all_pass": "again"}),
        (FOUR, {"dealer_plays": 0}),
        (FOUR, {"joker_tie": "third"}),
        (FOUR, {"stake": -1}),
        (FOUR, {"set_penalty": None}),
        (FOUR, {"dealer_plays": False, "dealer_may_steal": True}),
        (FOUR, {"dealer_plays": False, "all_pass": "next_dealer"}),
        (FOUR, {"dealer_plays": False, "all_pass": "forced_dealer"}),
        (SIX, {"dealer_plays": False, "refill": "dealer_takes_rest"}),
        (SIX, {"joker": False, "max_bid": 6}),
        (SIX, {"refill": "none"}),
        (TEN, {"trey_points": 4}),
        (TEN, {"trey_points": 0, "max_bid": 8}),
        (TEN, {"kitty": 2}),
        (TEN, {"max_bid": 3}),
        ("smear-wisconsin", {"kitty": 4}),
        ("smear-wisconsin-jokers", {"jokers_score": False, "max_bid": 5}),
    ],
)
def test_what_makes_no_sense_is_refused(game_id, options):
    with pytest.raises(BadOption):
        engines.make_game(game_id, options=options)


def test_large_values_and_words_for_flags_are_taken():
    game = engines.make_game(
        FOUR, options={"stake": 10**9, "target": 1000, "dealer_may_steal": "on", "max_deals": 10000}
    )
    assert game.options["dealer_may_steal"] is True
    assert game.ruleset == f"{FOUR}/4;dealer_may_steal=on;max_deals=10000;stake=1000000000;target=1000"


@pytest.mark.parametrize(
    ("game_id", "players", "options", "highest"),
    [
        (SIX, 6, {"joker": False}, 5),
        (TEN, 4, {"trey_points": 3}, 10),
        (TEN, 4, {"trey_points": 2}, 9),
        (TEN, 5, {"trey_points": 1}, 8),
        (TEN, 6, {"trey_points": 0}, 7),
        ("smear-wisconsin-jokers", 4, {"jokers_score": False}, 4),
    ],
)
def test_s5_the_default_maximum_is_at_most_the_points_there_are(game_id, players, options, highest):
    game = engines.make_game(game_id, players, options)
    assert game.options["max_bid"] == highest
    assert "max_bid" not in game.canonical_options


def test_r16_options_of_other_numbers_of_players_and_without_effect_are_accepted():
    engines.make_game(TEN, 4, {"six_sides": "2v2v2", "five_defenders": "own"})
    engines.make_game("smear-fort-frances", 4, {"joker_tie": "second", "bidder_discards_count": True})


def test_an_option_equal_to_the_default_does_not_change_the_ruleset():
    given = {"target": 21, "max_bid": 4, "all_pass": "redeal"}
    assert engines.make_game(FOUR, options=given).ruleset == engines.make_game(FOUR).ruleset == f"{FOUR}/4"
    assert engines.make_game(TEN, 5, {"kitty": "bidder"}).ruleset == f"{TEN}/5"
    assert engines.make_game(TEN, 4, {"kitty": "bidder"}).ruleset == f"{TEN}/4;kitty=bidder"


@pytest.mark.parametrize(
    ("game_id", "players", "options", "side_of"),
    [
        (FOUR, 4, {}, (0, 1, 0, 1)),
        (SIX, 6, {}, (0, 1, 0, 1, 0, 1)),
        (TEN, 5, {}, (0, 1, 2, 3, 4)),
        (TEN, 6, {}, (0, 1, 0, 1, 0, 1)),
        (TEN, 6, {"six_sides": "2v2v2"}, (0, 1, 2, 0, 1, 2)),
    ],
)
def test_sides(game_id, players, options, side_of):
    game = engines.make_game(game_id, players, options)
    assert game.side_of == side_of
    assert game.sides == len(set(side_of))
    assert game.has_sides is (players != 5)


def test_a_redealt_deal_counts_for_max_deals():
    state = pass_out(table(FOUR, max_deals=1))
    assert state.is_over
    assert state.places == (1, 1, 1, 1)
    assert state.payouts == (0.25, 0.25, 0.25, 0.25)


def test_the_stock_of_each_table():
    sizes = {}
    for game_id in SMEAR:
        spec = engines.game_spec(game_id)
        for players in range(spec.min_players, spec.max_players + 1):
            sizes[game_id, players] = len(table(game_id, players=players).stock)
    assert sizes == {
        (SIX, 6): 17,
        (FOUR, 4): 18,
        (TEN, 4): 14,
        (TEN, 5): 4,
        (TEN, 6): 6,
        ("smear-wisconsin", 4): 8,
        ("smear-wisconsin-jokers", 4): 10,
        ("smear-fort-frances", 4): 28,
    }
