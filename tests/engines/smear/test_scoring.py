"""Score points and settling (smear.md steps 6 and 7 and its checked examples; fine print S5, S9 to S11, S19)."""

import pytest

import engines
from engines.core.cards import CARD_OF_TEXT, mask_of
from engines.smear.scoring import Award, DealResult, awards, settle, units
from engines.smear.trumps import card_points

FOUR, SIX, TEN = "smear-four-handed", "smear-six-handed", "smear-ten-point"
HEARTS = 2


def cards(text):
    return mask_of(CARD_OF_TEXT[card] for card in text.split())


def rules_of(game_id, players=None, **options):
    return engines.make_game(game_id, players, options).rules


def result(rules, taken, *, bidder=0, bid=2, played=None, first_joker=None, extra=""):
    """Describe a deal by what the seats took, and who played it where that matters."""

    def by_seat(given):
        return [cards(given.get(seat, "")) for seat in range(rules.players)]

    joker = None if first_joker is None else CARD_OF_TEXT[first_joker]
    whose = by_seat(taken if played is None else played)
    return DealResult(bidder, bid, HEARTS, by_seat(taken), whose, joker, cards(extra))


def points(rules, deal):
    """Return the score points as {(point, unit): value}, jokers added up."""
    found = {}
    for award in awards(rules, deal):
        found[award.point, award.unit] = found.get((award.point, award.unit), 0) + award.value
    return found


def given(*counts):
    """Give the units 0, 1, ... so many score points."""
    return [Award("high", unit, count, None) for unit, count in enumerate(counts)]


def settled(rules, bid, *counts, bidder=0):
    return settle(rules, result(rules, {}, bidder=bidder, bid=bid), given(*counts))


def test_made_bid_scores_the_bid_or_what_was_taken():
    assert settled(rules_of(SIX), 4, 5, 1) == (True, [4, 1, 4, 1, 4, 1])
    assert settled(rules_of(SIX, made_bid_scores="taken"), 4, 5, 1) == (True, [5, 1, 5, 1, 5, 1])


def test_a_set_bid_costs_the_bid_and_the_others_score_what_they_took():
    for made_bid_scores in ("bid", "taken"):
        assert settled(rules_of(SIX, made_bid_scores=made_bid_scores), 4, 3, 3) == (False, [-4, 3, -4, 3, -4, 3])


def test_defenders_score_off():
    assert settled(rules_of(SIX, defenders_score=False), 4, 5, 1) == (True, [4, 0, 4, 0, 4, 0])
    assert settled(rules_of(SIX, defenders_score=False), 4, 3, 3) == (False, [-4, 0, -4, 0, -4, 0])


def test_the_four_points_go_to_the_takers():
    rules = rules_of(FOUR)
    deal = result(rules, {0: "AH 3C", 1: "JH 2H", 2: "TD", 3: "KC"})
    assert points(rules, deal) == {("high", 0): 1, ("low", 1): 1, ("jack", 1): 1, ("game", 0): 1}


@pytest.mark.parametrize(("low_to", "unit"), [("taker", 0), ("holder", 1)])
def test_low_to(low_to, unit):
    rules = rules_of(FOUR, low_to=low_to)
    deal = result(rules, {0: "AH 2H"}, played={0: "AH", 1: "2H"})
    assert ("low", unit) in points(rules, deal)


def test_what_is_not_in_play_counts_for_nobody():
    rules = rules_of(FOUR)
    assert points(rules, result(rules, {0: "KH 5H"})) == {("high", 0): 1, ("low", 0): 1, ("game", 0): 1}
    assert points(rules, result(rules, {0: "KC", 1: "QC"})) == {("game", 0): 1}


def test_one_card_can_earn_several_points():
    rules = rules_of(FOUR)
    assert points(rules, result(rules, {1: "JH"})) == {("high", 1): 1, ("low", 1): 1, ("jack", 1): 1, ("game", 1): 1}


def test_the_left_bower_and_the_joker_score_six_handed():
    rules = rules_of(SIX)
    found = points(rules, result(rules, {0: "JD", 1: "BJ 2H"}))
    assert found == {("high", 0): 1, ("low", 1): 1, ("left", 0): 1, ("joker", 1): 1}
    assert ("joker", 1) not in points(rules_of(SIX, joker=False), result(rules, {1: "2H"}))


def test_four_handed_neither_left_nor_jokers_score():
    rules = rules_of(FOUR)
    assert points(rules, result(rules, {0: "JD BJ", 1: "LJ"}, first_joker="BJ")) == {("high", 0): 1, ("game", 0): 1}


@pytest.mark.parametrize("trey_points", [0, 1, 2, 3])
def test_trey_points(trey_points):
    rules = rules_of(TEN, 4, trey_points=trey_points)
    found = points(rules, result(rules, {0: "3H", 1: "AH 2H"}))
    assert found.get(("trey", 0), 0) == trey_points
    assert rules.max_bid == 7 + trey_points


def test_jokers_score_off():
    game_id = "smear-wisconsin-jokers"
    on, off = rules_of(game_id), rules_of(game_id, jokers_score=False)
    deal = result(on, {0: "BJ LJ AH"}, first_joker="BJ")
    assert points(on, deal)["joker", 0] == 2
    assert ("joker", 0) not in points(off, deal)
    assert (on.max_bid, off.max_bid, off.target) == (6, 4, 21)


@pytest.mark.parametrize("joker_tie", ["first", "second"])
@pytest.mark.parametrize(("first", "unit"), [("BJ", 0), ("LJ", 1)])
def test_s9_only_jokers_high_is_the_one_played_first_in_the_deal(joker_tie, first, unit):
    rules = rules_of(FOUR, joker_tie=joker_tie)
    found = points(rules, result(rules, {0: "BJ", 1: "LJ"}, first_joker=first))
    assert found == {("high", unit): 1}


@pytest.mark.parametrize(
    ("game_id", "players", "total"),
    [
        (SIX, 6, 81),
        (FOUR, 4, 80),
        (TEN, 4, 80),
        ("smear-wisconsin", 4, 80),
        ("smear-wisconsin-jokers", 4, 82),
        ("smear-fort-frances", 4, 80),
    ],
)
def test_the_card_points_and_the_most_score_points_of_each_pack(game_id, players, total):
    rules = rules_of(game_id, players)
    assert card_points(rules.card_values, mask_of(rules.pack)) == total
    most = {SIX: 6, FOUR: 4, TEN: 10, "smear-wisconsin-jokers": 6}.get(game_id, 4)
    assert sum(rules.values.values()) == rules.max_bid == most


@pytest.mark.parametrize(("game_tie", "unit"), [("nobody", None), ("defenders", 1)])
@pytest.mark.parametrize("taken", [{0: "TC", 1: "TD"}, {}])
def test_game_tie_also_at_nothing_each(game_tie, unit, taken):
    rules = rules_of(FOUR, game_tie=game_tie)
    assert points(rules, result(rules, taken)) == ({} if unit is None else {("game", unit): 1})


def test_s10_game_tie_with_three_sides():
    rules = rules_of(TEN, 6, six_sides="2v2v2", game_tie="defenders")
    assert rules.side_of == (0, 1, 2, 0, 1, 2)
    assert points(rules, result(rules, {0: "TC", 1: "TD"})) == {("game", 1): 1}
    assert points(rules, result(rules, {1: "TC", 2: "TD"})) == {}
    assert points(rules, result(rules, {0: "TC", 1: "TD", 5: "TS"})) == {}


def test_s11_the_bidders_discards_count_where_he_took_stock_cards():
    def game_unit(rules):
        deal = result(rules, {1: "AC"}, extra="TC" if rules.discards_count else "")
        return next(unit for point, unit in points(rules, deal) if point == "game")

    counting = {"bidder_discards_count": True}
    assert game_unit(rules_of("smear-wisconsin", **counting)) == 0
    assert game_unit(rules_of("smear-wisconsin")) == 1
    assert rules_of("smear-wisconsin", kitty=1, **counting).discards_count
    assert rules_of(TEN, 4, kitty="bidder", **counting).discards_count
    for rules in (
        rules_of("smear-wisconsin", kitty=0, **counting),
        rules_of("smear-wisconsin", kitty="none", **counting),
        rules_of(TEN, 4, **counting),
        rules_of(FOUR, **counting),
        rules_of(SIX, refill="dealer_takes_rest", **counting),
    ):
        assert not rules.discards_count


@pytest.mark.parametrize("bidder", range(5))
def test_five_handed_joint_defenders_each_score_the_joint_points(bidder):
    rules = rules_of(TEN, 5)
    others = 1 if bidder == 0 else 0
    assert units(rules, bidder) == tuple(bidder if seat == bidder else others for seat in range(5))
    deal = result(rules, {}, bidder=bidder, bid=5)
    made, scores = settle(rules, deal, [Award("high", bidder, 6, None), Award("low", others, 4, None)])
    assert made
    assert scores == [5 if seat == bidder else 4 for seat in range(5)]


def test_s19_five_handed_own_every_point_goes_to_its_taker_alone():
    rules = rules_of(TEN, 5, five_defenders="own", low_to="holder")
    taken = {0: "AH 4C", 1: "JH", 2: "2H TC", 3: "TD", 4: "3H"}
    deal = result(rules, taken, bid=4, played=taken | {2: "TC", 3: "TD 2H"})
    found = points(rules, deal)
    assert found == {("high", 0): 1, ("jack", 1): 1, ("low", 3): 1, ("trey", 4): 3}, "level at ten card points"
    assert settle(rules, deal, awards(rules, deal)) == (False, [-4, 1, 0, 1, 3])


def test_s10_game_tie_five_handed_own():
    rules = rules_of(TEN, 5, five_defenders="own", game_tie="defenders")
    assert points(rules, result(rules, {0: "TC", 1: "TD"})) == {("game", 1): 1}
    assert points(rules, result(rules, {2: "TC", 1: "TD"})) == {}
