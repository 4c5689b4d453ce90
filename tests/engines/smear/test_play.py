"""Tricks: following, ruffing, the order of trumps, short hands (smear.md step 5; fine print S1, S21)."""

import pytest

from engines.core.cards import mask_of
from engines.smear.tricks import open_play
from tests.engines.smear.table import cards, go, legal, phase, play_on, table, tricks

FOUR, SIX, FORT = "smear-four-handed", "smear-six-handed", "smear-fort-frances"


def at_play(game_id, hands, bidder=0, **options):
    """Return a table in play with exactly these hands; hearts are trumps, and the bidder leads."""
    state = table(game_id, **options)
    for _ in range(bidder):
        state.act("pass")
    state.apply(state.legal_actions()[-1])
    play_on(go(state, f"{bidder} trump H"))
    assert phase(state) == "play"
    for seat in range(state.game.players):
        state.hands[seat] = mask_of(cards(hands[seat]))
    open_play(state)
    return state


def trick(game_id, leader, played, **options):
    """Return who takes one trick of these cards, by seat from the leader on."""
    players = len(played)
    hands = {(leader + step) % players: card for step, card in enumerate(played)}
    state = at_play(game_id, hands, leader, **options)
    for step, card in enumerate(played):
        go(state, f"{(leader + step) % players} play {card}")
    assert len(tricks(state)) == 1
    return tricks(state)[0]["winner"]


@pytest.mark.parametrize(
    ("played", "winner"),
    [
        (("BJ", "LJ", "TH", "AC"), 1),
        (("LJ", "BJ", "TH", "AC"), 1),
        (("BJ", "LJ", "JH", "AC"), 3),
        (("AC", "KC", "2H", "QC"), 3),
        (("9C", "AD", "AS", "TC"), 0),
        (("AC", "LJ", "TH", "9H"), 2),
        (("QH", "KH", "AC", "BJ"), 2),
    ],
)
def test_who_takes_the_trick_four_handed(played, winner):
    assert trick(FOUR, 1, played) == winner


@pytest.mark.parametrize(("joker_tie", "winner"), [("first", 1), ("second", 2)])
def test_joker_tie(joker_tie, winner):
    assert trick(FOUR, 1, ("BJ", "LJ", "TH", "AC"), joker_tie=joker_tie) == winner


@pytest.mark.parametrize(("joker_tie", "winner"), [("first", 2), ("second", 3)])
@pytest.mark.parametrize("led", ["AC", "TH"])
def test_joker_tie_when_another_card_was_led(led, joker_tie, winner):
    assert trick(FOUR, 1, (led, "LJ", "BJ", "9C"), joker_tie=joker_tie) == winner


def test_second_joker_is_not_above_the_jack():
    assert trick(FOUR, 1, ("JH", "LJ", "BJ", "AC"), joker_tie="second") == 1


def test_the_left_bower_is_below_the_jack_and_above_the_ten():
    assert trick(SIX, 0, ("JD", "TH", "BJ", "AC", "AD", "2H")) == 0
    assert trick(SIX, 0, ("JD", "JH", "BJ", "AC", "AD", "2H")) == 1
    assert trick(SIX, 0, ("AD", "JD", "KD", "AC", "AS", "QD")) == 1


def test_the_joker_is_the_lowest_trump_six_handed():
    assert trick(SIX, 0, ("BJ", "2H", "AC", "AD", "AS", "KC")) == 1


def test_the_four_handed_pack_has_no_left_bower():
    assert trick(FOUR, 1, ("JD", "QD", "AC", "2H")) == 0
    assert trick(FOUR, 1, ("JD", "9D", "AC", "AS")) == 1


def test_the_left_bower_led_leads_trumps():
    hands = {0: "JD AC", 1: "AD QD", 2: "2H AS", 3: "BJ KS", 4: "KC QC", 5: "TC 9C"}
    state = at_play(SIX, hands)
    go(state, "0 play JD")
    assert legal(state) == {"play AD", "play QD"}, "void of trumps: any card"
    go(state, "1 play QD")
    assert legal(state) == {"play 2H"}
    go(state, "2 play 2H")
    assert legal(state) == {"play BJ"}


def test_the_left_bower_does_not_follow_its_printed_suit():
    hands = {0: "AD AC", 1: "JD QC", 2: "3D 2D", 3: "KS QS", 4: "KC TC", 5: "9C 8C"}
    state = go(at_play(SIX, hands), "0 play AD")
    assert legal(state) == {"play JD", "play QC"}


def test_must_follow_and_may_trump_anytime():
    hands = {0: "AC 2C", 1: "3C 5H", 2: "4C 5C", 3: "6C 7C"}
    assert legal(go(at_play(FORT, hands), "0 play AC")) == {"play 3C"}
    assert legal(go(at_play(FORT, hands, may_trump_anytime=True), "0 play AC")) == {"play 3C", "play 5H"}


def test_may_trump_anytime_adds_nothing_when_trumps_are_led():
    hands = {0: "AH 2C", 1: "3C 5H", 2: "4C 5C", 3: "6C 7C"}
    assert legal(go(at_play(FORT, hands, may_trump_anytime=True), "0 play AH")) == {"play 5H"}


def test_the_winner_leads_next():
    hands = {0: "2C 3C", 1: "4C 5C", 2: "AC 6C", 3: "7C 8C"}
    state = go(at_play(FORT, hands), "0 play 2C", "1 play 4C", "2 play AC", "3 play 7C")
    assert state.current_player == 2


def test_a_seat_without_cards_is_passed_over():
    hands = {0: "2C 3C", 1: "4C 5C", 2: "6C 7C", 3: "8C 9C", 4: "TC JC", 5: "AC"}
    state = go(at_play(SIX, hands), "0 play 2C", "1 play 4C", "2 play 6C", "3 play 8C", "4 play TC", "5 play AC")
    assert state.current_player == 0, "the dealer won his last card's trick: the next seat with cards leads"
    go(state, "0 play 3C", "1 play 5C", "2 play 7C", "3 play 9C", "4 play JC")
    assert tricks(state)[-1]["winner"] == 4
    assert not state.in_deal


def test_s21_the_trick_after_the_dealers_fourth_card_is_led_by_the_next_seat():
    state = play_on(table(SIX, joker=False))
    while state.in_deal:
        state.apply(state.legal_actions()[0])
    assert [len(trick["cards"]) for trick in tricks(state)] == [6, 6, 6, 6, 5, 5]
