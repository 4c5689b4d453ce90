"""Score points and settling (smear.md steps 6 and 7 and its checked examples; fine print S5, S9 to S11, S19)."""

import pytest

import engines
from engines.core.cards import mask_of
from engines.smear.trumps import card_points
from tests.engines.smear.table import scored

FOUR, SIX, TEN = "smear-four-handed", "smear-six-handed", "smear-ten-point"
# Six-handed, what each side takes so that they have five points and one, or three each.
FIVE_AND_ONE = {0: "AH 2H JH JD", 1: "BJ"}
THREE_EACH = {0: "AH JH KC", 1: "2H JD BJ"}


def game_of(game_id, players=None, **options):
    return engines.make_game(game_id, players, options)


def points(game, taken, **deal):
    """Return the score points as {(point, unit): value}, jokers added up; a unit is named by its lowest seat."""
    found = {}
    for award in scored(game, taken, **deal)["awards"]:
        key = award["point"], min(award["to"])
        found[key] = found.get(key, 0) + award["value"]
    return found


def settled(game, bid, taken, **deal):
    """Return whether the bid was made, and what each seat scores."""
    event = scored(game, taken, bid=bid, **deal)
    return event["made"], event["scores"]


def test_made_bid_scores_the_bid_or_what_was_taken():
    assert settled(game_of(SIX), 4, FIVE_AND_ONE) == (True, [4, 1, 4, 1, 4, 1])
    assert settled(game_of(SIX, made_bid_scores="taken"), 4, FIVE_AND_ONE) == (True, [5, 1, 5, 1, 5, 1])


def test_a_set_bid_costs_the_bid_and_the_others_score_what_they_took():
    for made_bid_scores in ("bid", "taken"):
        assert settled(game_of(SIX, made_bid_scores=made_bid_scores), 4, THREE_EACH) == (False, [-4, 3, -4, 3, -4, 3])


def test_defenders_score_off():
    assert settled(game_of(SIX, defenders_score=False), 4, FIVE_AND_ONE) == (True, [4, 0, 4, 0, 4, 0])
    assert settled(game_of(SIX, defenders_score=False), 4, THREE_EACH) == (False, [-4, 0, -4, 0, -4, 0])


def test_the_four_points_go_to_the_takers():
    found = points(game_of(FOUR), {0: "AH 3C", 1: "JH 2H", 2: "TD", 3: "KC"})
    assert found == {("high", 0): 1, ("low", 1): 1, ("jack", 1): 1, ("game", 0): 1}


@pytest.mark.parametrize(("low_to", "unit"), [("taker", 0), ("holder", 1)])
def test_low_to(low_to, unit):
    game = game_of(FOUR, low_to=low_to)
    assert ("low", unit) in points(game, {0: "AH 2H"}, played={0: "AH", 1: "2H"})


def test_what_is_not_in_play_counts_for_nobody():
    game = game_of(FOUR)
    assert points(game, {0: "KH 5H"}) == {("high", 0): 1, ("low", 0): 1, ("game", 0): 1}
    assert points(game, {0: "KC", 1: "QC"}) == {("game", 0): 1}


def test_one_card_can_earn_several_points():
    found = points(game_of(FOUR), {1: "JH"})
    assert found == {("high", 1): 1, ("low", 1): 1, ("jack", 1): 1, ("game", 1): 1}


def test_the_left_bower_and_the_joker_score_six_handed():
    found = points(game_of(SIX), {0: "JD", 1: "BJ 2H"})
    assert found == {("high", 0): 1, ("low", 1): 1, ("left", 0): 1, ("joker", 1): 1}
    assert ("joker", 1) not in points(game_of(SIX, joker=False), {1: "2H"})


def test_four_handed_neither_left_nor_jokers_score():
    found = points(game_of(FOUR), {0: "JD BJ", 1: "LJ"}, first_joker="BJ")
    assert found == {("high", 0): 1, ("game", 0): 1}


@pytest.mark.parametrize("trey_points", [0, 1, 2, 3])
def test_trey_points(trey_points):
    game = game_of(TEN, 4, trey_points=trey_points)
    found = points(game, {0: "3H", 1: "AH 2H"})
    assert found.get(("trey", 0), 0) == trey_points
    assert game.rules.max_bid == 7 + trey_points


def test_jokers_score_off():
    game_id = "smear-wisconsin-jokers"
    on, off = game_of(game_id), game_of(game_id, jokers_score=False)
    taken = {0: "BJ LJ AH"}
    assert points(on, taken, first_joker="BJ")["joker", 0] == 2
    assert ("joker", 0) not in points(off, taken, first_joker="BJ")
    assert (on.rules.max_bid, off.rules.max_bid, off.rules.target) == (6, 4, 21)


@pytest.mark.parametrize("joker_tie", ["first", "second"])
@pytest.mark.parametrize(("first", "unit"), [("BJ", 0), ("LJ", 1)])
def test_s9_only_jokers_high_is_the_one_played_first_in_the_deal(joker_tie, first, unit):
    game = game_of(FOUR, joker_tie=joker_tie)
    assert points(game, {0: "BJ", 1: "LJ"}, first_joker=first) == {("high", unit): 1}


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
    rules = game_of(game_id, players).rules
    assert card_points(mask_of(rules.pack), rules.joker_points) == total
    most = {SIX: 6, FOUR: 4, TEN: 10, "smear-wisconsin-jokers": 6}.get(game_id, 4)
    assert sum(rules.values.values()) == rules.max_bid == most


@pytest.mark.parametrize(("game_tie", "unit"), [("nobody", None), ("defenders", 1)])
@pytest.mark.parametrize("taken", [{0: "TC", 1: "TD"}, {}])
def test_game_tie_also_at_nothing_each(game_tie, unit, taken):
    game = game_of(FOUR, game_tie=game_tie)
    assert points(game, taken) == ({} if unit is None else {("game", unit): 1})


def test_s10_game_tie_with_three_sides():
    game = game_of(TEN, 6, six_sides="2v2v2", game_tie="defenders")
    assert game.side_of == (0, 1, 2, 0, 1, 2)
    assert points(game, {0: "TC", 1: "TD"}) == {("game", 1): 1}
    assert points(game, {1: "TC", 2: "TD"}) == {}
    assert points(game, {0: "TC", 1: "TD", 5: "TS"}) == {}


COUNTING = {"bidder_discards_count": True}


@pytest.mark.parametrize(
    ("game", "unit"),
    [
        (game_of("smear-wisconsin", **COUNTING), 0),
        (game_of("smear-wisconsin", kitty=1, **COUNTING), 0),
        (game_of(TEN, 4, kitty="bidder", **COUNTING), 0),
        (game_of("smear-wisconsin"), 1),
        (game_of("smear-wisconsin", kitty=0, **COUNTING), 1),
        (game_of("smear-wisconsin", kitty="none", **COUNTING), 1),
        (game_of(TEN, 4, **COUNTING), 1),
        (game_of(FOUR, **COUNTING), 1),
        (game_of(SIX, refill="dealer_takes_rest", **COUNTING), 1),
    ],
    ids=lambda value: getattr(value, "ruleset", None),
)
def test_s11_the_bidders_discards_count_where_he_took_stock_cards(game, unit):
    assert points(game, {1: "AC"}, discards="TC") == {("game", unit): 1}


@pytest.mark.parametrize("bidder", range(5))
def test_five_handed_joint_defenders_each_score_the_joint_points(bidder):
    game = game_of(TEN, 5)
    others = 1 if bidder == 0 else 0
    assert game.rules.units[bidder] == tuple(bidder if seat == bidder else others for seat in range(5))
    left, right = (bidder + 1) % 5, (bidder + 4) % 5
    taken = {bidder: "AH JH JD 3H", left: "2H BJ TC", right: "LJ"}
    assert settled(game, 5, taken, bidder=bidder) == (True, [5 if seat == bidder else 4 for seat in range(5)])
    assert points(game, taken, bidder=bidder, bid=5) == {
        ("high", bidder): 1,
        ("jack", bidder): 1,
        ("left", bidder): 1,
        ("trey", bidder): 3,
        ("low", others): 1,
        ("joker", others): 2,
        ("game", others): 1,
    }


def test_s19_five_handed_own_every_point_goes_to_its_taker_alone():
    game = game_of(TEN, 5, five_defenders="own", low_to="holder")
    taken = {0: "AH 4C", 1: "JH", 2: "2H TC", 3: "TD", 4: "3H"}
    played = taken | {2: "TC", 3: "TD 2H"}
    found = points(game, taken, bid=4, played=played)
    assert found == {("high", 0): 1, ("jack", 1): 1, ("low", 3): 1, ("trey", 4): 3}, "level at ten card points"
    assert settled(game, 4, taken, played=played) == (False, [-4, 1, 0, 1, 3])


def test_s10_game_tie_five_handed_own():
    game = game_of(TEN, 5, five_defenders="own", game_tie="defenders")
    assert points(game, {0: "TC", 1: "TD"}) == {("game", 1): 1}
    assert points(game, {2: "TC", 1: "TD"}) == {}
