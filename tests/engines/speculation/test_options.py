"""The options of Speculation: every value is taken and does what it says; what makes no sense is refused by name."""

import pytest

import engines
from engines.core.errors import BadOption
from engines.core.notation import MAX_PRICE
from tests.engines.speculation.table import passes, passive, play, table


def test_defaults():
    game = engines.make_game("speculation")
    assert (game.players, game.has_chips) == (4, True)
    assert game.options == {
        "start_chips": 50,
        "ante": 1,
        "dealer_factor": 2,
        "deals": 4,
        "turn_after_sale": "revealer",
        "ace_ends": True,
        "unseen_trades": True,
        "offers_per_turn": 1,
        "auction": "ascending",
    }


@pytest.mark.parametrize("players", range(2, 10))
def test_deals_are_as_many_as_players_unless_given(players):
    assert engines.make_game("speculation", players).options["deals"] == players
    game = engines.make_game("speculation", players, {"deals": players, "ante": 2})
    assert game.canonical_options == {"ante": 2}


@pytest.mark.parametrize("deals", [1, 7, 1000])
def test_deals(deals):
    state = engines.make_game("speculation", 2, {"deals": deals, "start_chips": 4000}).new_state("0b" * 16)
    while not state.is_over:
        state.apply(state.passive_action())
    assert state.deals_done == deals


def test_the_original_preset():
    spec = engines.game_spec("speculation")
    game = spec.make(5, spec.presets["original"])
    assert game.canonical_options == {"ante": 4, "dealer_factor": 1.5, "turn_after_sale": "owner"}
    assert game.ruleset == "speculation/5;ante=4;dealer_factor=1.5;turn_after_sale=owner"
    state = game.new_state("0b" * 16, first_dealer=0)
    assert (state.totals, state.pool) == ([44, 46, 46, 46, 46], 22)


@pytest.mark.parametrize(
    ("ante", "factor", "dealer_pays"),
    [(1, 1, 1), (1, 2, 2), (1, 2.0, 2), (2, 1.5, 3), (25, 1.12, 28), (3, 4 / 3, 4), (1, 50, 50), (4, 2.25, 9)],
)
def test_dealer_factor(ante, factor, dealer_pays):
    """Sp15: any factor that gives a whole number."""
    state = table(players=3, ante=ante, dealer_factor=factor)
    assert state.totals == [50 - ante, 50 - ante, 50 - dealer_pays]


@pytest.mark.parametrize(
    ("options", "name", "why"),
    [
        ({"ante": 1, "dealer_factor": 1.5}, "dealer_factor", "no whole number"),
        ({"ante": 3, "dealer_factor": 1.5}, "dealer_factor", "1.5 times the ante of 3"),
        ({"ante": 1, "dealer_factor": 1.0000001}, "dealer_factor", "no whole number"),
        ({"dealer_factor": 0.5, "ante": 2}, "dealer_factor", "a number from 1 to 100"),
        ({"dealer_factor": 101}, "dealer_factor", "a number from 1 to 100"),
        ({"dealer_factor": True}, "dealer_factor", "a number"),
        ({"dealer_factor": "2"}, "dealer_factor", "a number"),
        ({"start_chips": 1}, "start_chips", "less than the dealer's ante, 2"),
        ({"start_chips": 50, "ante": 26}, "start_chips", "less than the dealer's ante, 52"),
        ({"start_chips": 0}, "start_chips", "an integer from 1"),
        ({"start_chips": 50.0}, "start_chips", "an integer"),
        ({"start_chips": 3_000_000}, "start_chips", "2097151, the most for 4 players"),
        ({"ante": 0}, "ante", "an integer from 1"),
        ({"deals": 0}, "deals", "1 to 1000"),
        ({"deals": 1001}, "deals", "1 to 1000"),
        ({"deals": "players"}, "deals", "1 to 1000"),
        ({"turn_after_sale": "dealer"}, "turn_after_sale", "revealer, owner"),
        ({"offers_per_turn": 0}, "offers_per_turn", "1 to 5"),
        ({"offers_per_turn": 6}, "offers_per_turn", "1 to 5"),
        ({"auction": "dutch"}, "auction", "ascending, sealed"),
        ({"ace_ends": 1}, "ace_ends", "on or off"),
        ({"unseen_trades": "yes"}, "unseen_trades", "on or off"),
        ({"stake": 1}, "stake", "no such option"),
    ],
)
def test_refused(options, name, why):
    with pytest.raises(BadOption, match=f"'{name}'.*{why}"):
        engines.make_game("speculation", options=options)


def test_flags_are_taken_as_words_too():
    game = engines.make_game("speculation", options={"ace_ends": "off", "unseen_trades": "off"})
    assert game.canonical_options == {"ace_ends": False, "unseen_trades": False}


def test_start_chips_that_are_just_the_dealers_ante():
    state = table(players=2, start_chips=2)
    assert state.totals == [1, 0]


@pytest.mark.parametrize(("players", "chips"), [(9, 100_000), (9, MAX_PRICE // 9), (2, MAX_PRICE // 2)])
def test_chips_by_the_hundred_thousand(players, chips):
    """All of a table's chips fit into one price, and nothing is listed that nobody asks for."""
    state = table(players=players, start_chips=chips, deals=1)
    others = range(players - 1)
    assert state.legal() == ["pass", f"bid 1..{chips - 1}"]
    passes(state, *others)
    first = [f"offer {seat} 1..3 1..{chips - 1}" for seat in range(1, players)]
    assert state.legal() == ["pass", *first]
    assert len(state.legal_actions()) == 1 + 3 * (players - 1) * (chips - 1)
    together = state.totals[0] + state.totals[1]
    play(state, f"0 offer 1 3 {chips - 1}", "1 accept")
    assert state.totals[:2] == [0, together]
    assert state.legal()[1] == f"offer 0 1..6 1..{together}"
    passive(state)
    assert state.is_over
    assert state.broken_invariants() == []


def test_the_dearest_offer_can_be_made_and_read_back():
    """Two seats with nearly all chips of the game: the price field holds them."""
    chips = MAX_PRICE // 2
    state = table(players=2, start_chips=chips, chips=[2 * chips - 2, 2])
    play(state, "0 pass")
    dearest = state.legal_actions()[-1]
    assert state.format(dearest) == f"offer 1 3 {2 * chips - 3}"
    assert state.parse(state.format(dearest)) == dearest
    play(state, f"0 {state.format(dearest)}", "1 accept")
    assert state.totals == [0, 2 * chips - 3]
