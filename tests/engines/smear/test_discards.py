"""Stock, discards and refills (smear.md step 4; fine print S1, S6 to S8, S11, S12)."""

import pytest

from engines.smear.moves import kitty as kitty_of
from tests.engines.smear.table import go, hand_sizes, legal, phase, play_on, table

FOUR, SIX, TEN, WISCONSIN = "smear-four-handed", "smear-six-handed", "smear-ten-point", "smear-wisconsin"


def named(game_id, hand, suit="H", **more):
    """Return a table where seat 0, left of the dealer, has bid the maximum, named trumps and is to discard."""
    state = table(game_id, {0: hand} | more.pop("hands", {}), **more)
    state.apply(state.legal_actions()[-1])
    return go(state, f"0 trump {suit}")


def test_plain_cards_go_first_and_trumps_stay():
    state = named(FOUR, "AH KH 2H BJ 2C 3C 4C 5C 6C")
    assert legal(state) == {f"discard {card}" for card in ("2C", "3C", "4C", "5C", "6C")}
    go(state, "0 discard 2C", "0 discard 4C", "0 discard 6C")
    assert state.current_player == 1


def test_two_plain_cards_of_three_discards_are_the_legal_ones_first():
    state = named(FOUR, "AH KH QH JH TH 9H 8H 2C 3C")
    assert legal(state) == {"discard 2C", "discard 3C"}
    go(state, "0 discard 2C", "0 discard 3C")
    assert legal(state) == {"discard KH", "discard QH", "discard TH", "discard 9H", "discard 8H"}


def test_with_nine_trumps_exactly_three_of_them_go():
    state = named(FOUR, "AH KH QH JH TH 9H 8H 7H 6H")
    go(state, "0 discard KH", "0 discard QH", "0 discard TH")
    assert hand_sizes(state)[0] == 6
    assert state.current_player == 1


def test_protection_off_lets_any_trump_go():
    state = named(FOUR, "AH KH QH JH TH 9H 8H 7H 2H", protect_scoring_trumps=False)
    assert {"discard AH", "discard JH", "discard 2H"} <= legal(state)


def test_s6_a_joker_that_scores_nothing_is_not_protected():
    assert "discard BJ" in legal(named(FOUR, "AH KH QH JH TH 9H 8H 2H BJ"))
    hand = "AH KH QH JH TH 7H"
    jokers = {"stock": "BJ LJ 9H 7C 7D 7S 8C 8D 8S 9C"}
    for scoring in (True, False):
        state = named("smear-wisconsin-jokers", hand, jokers_score=scoring, **jokers)
        while "discard KH" not in legal(state):
            state.apply(state.legal_actions()[0])
        assert ("discard BJ" in legal(state)) is not scoring
        assert "discard 7H" not in legal(state)


def test_s6_the_three_is_protected_only_where_it_counts():
    hand = "KH QH TH 9H 8H 7H 6H 5H 4H 3H"
    assert "discard 3H" not in legal(named(TEN, hand, players=4))
    assert "discard 3H" in legal(named(TEN, hand, players=4, trey_points=0))


def test_protected_trumps_go_when_no_other_is_left():
    state = named(TEN, "AH JH JD BJ LJ 3H 2H KH 4C 5C", players=4)
    go(state, "0 discard 4C", "0 discard 5C")
    assert legal(state) == {"discard KH"}
    go(state, "0 discard KH")
    assert legal(state) == {f"discard {card}" for card in ("AH", "JH", "JD", "BJ", "LJ", "3H", "2H")}


def test_ten_point_has_sixteen_trumps_of_which_seven_score():
    trumps = table(TEN, players=4).rules.trumps[2]
    assert trumps.mask.bit_count() == 16
    assert trumps.protected.bit_count() == 7


@pytest.mark.parametrize(
    ("game_id", "players", "trumps"),
    [(SIX, 6, 15), (FOUR, 4, 15), (TEN, 5, 16), (WISCONSIN, 4, 8), ("smear-wisconsin-jokers", 4, 10)],
)
def test_the_number_of_trumps(game_id, players, trumps):
    assert {suit.mask.bit_count() for suit in table(game_id, players=players).rules.trumps} == {trumps}


def test_s7_seat_after_seat_from_the_dealers_left_the_bidder_in_his_place():
    state = go(table(FOUR, dealer=1), "2 pass", "3 pass", "0 bid 4", "0 trump H")
    seats = []
    while phase(state) == "discard":
        seats.append(state.current_player)
        state.apply(state.legal_actions()[0])
    assert seats == [2] * 3 + [3] * 3 + [0] * 3 + [1] * 3
    assert state.current_player == 0


def test_in_wisconsin_the_bidder_takes_the_stock_and_discards_alone():
    state = named(WISCONSIN, "AH KH QH JH TH 9H", stock="7C 8C 9C TC JC QC KC AC")
    assert hand_sizes(state)[0] == 14
    seats = []
    while phase(state) == "discard":
        seats.append(state.current_player)
        state.apply(state.legal_actions()[0])
    assert seats == [0] * 8


@pytest.mark.parametrize(("kitty", "taken"), [("bidder", 8), ("none", 0), (0, 0), (1, 1), (2, 2), (3, 3)])
def test_s12_the_kitty_of_wisconsin(kitty, taken):
    state = named(WISCONSIN, "AH KH QH JH TH 9H", stock="7C 8C 9C", kitty=kitty)
    assert hand_sizes(state)[0] == 6 + taken
    assert state.observation(0)["kitty_taken"][:3] == ["7C", "8C", "9C"][:taken]
    assert len(state.observation(0)["kitty_taken"]) == taken
    assert phase(state) == ("discard" if taken else "play")


@pytest.mark.parametrize(
    ("players", "kitty", "taken"),
    [(4, None, 0), (4, "bidder", 14), (5, None, 4), (5, "none", 0), (6, None, 6), (6, "none", 0)],
)
def test_s12_the_kitty_of_ten_point(players, kitty, taken):
    state = named(TEN, "", players=players, **({"kitty": kitty} if kitty else {}))
    assert len(kitty_of(state)) == taken
    play_on(state)
    assert hand_sizes(state) == [6] * players


def test_six_handed_any_three_go_and_the_dealer_ends_short():
    state = named(SIX, "AH KH QH JH 2C 3C")
    assert len(legal(state)) == 6
    play_on(state)
    assert hand_sizes(state) == [6, 6, 6, 6, 6, 5]
    assert state.stock == ()


def test_s1_without_joker_the_dealer_ends_with_four_cards():
    state = play_on(named(SIX, "", joker=False))
    assert hand_sizes(state) == [6, 6, 6, 6, 6, 4]


def test_the_refill_is_three_stock_cards_at_once():
    stock = "2D 3D 4D 5D 6D 7D"
    state = play_on(named(SIX, "AH KH QH JH 2C 3C", stock=stock))
    assert set(state.observation(0)["hand"]) >= {"2D", "3D", "4D"}
    assert set(state.observation(1)["hand"]) >= {"5D", "6D", "7D"}


def test_s8_dealer_takes_rest():
    hands = {0: "AH KH 2C 3C 4C 5C", 1: "QH JH TH 9H 8H 7H"}
    stock = "2D 3D 4D"
    state = named(SIX, hands[0], hands={1: hands[1]}, stock=stock, refill="dealer_takes_rest")
    assert legal(state) == {"done", "discard 2C", "discard 3C", "discard 4C", "discard 5C"}
    go(state, "0 discard 2C", "0 discard 3C", "0 discard 4C")
    assert legal(state) == {"done"}, "seat 1 has no plain card and is asked all the same"
    assert hand_sizes(state)[0] == 3, "nobody is filled up before all have discarded"
    go(state, "1 done")
    for seat in (2, 3, 4):
        go(state, f"{seat} done")
    assert hand_sizes(state)[0] == 6
    assert hand_sizes(state)[5] == 6 + 14
    assert "done" not in legal(state)
    play_on(state)
    assert hand_sizes(state) == [6] * 6
    assert {"2D", "3D", "4D"} <= set(state.observation(0)["hand"])


def test_fort_frances_has_no_discards():
    assert phase(named("smear-fort-frances", "AH KH QH JH TH 9H")) == "play"
