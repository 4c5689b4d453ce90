"""Trick scores, the bids' multipliers and prices, and revokes (steps 6 and 7, M10 to M13)."""

import pytest

import engines
from engines.maverick.actions import BLIND, CHIC, NIL
from engines.maverick.scoring import bid_score
from tests.engines.maverick.table import go, in_play

EXAMPLES = [
    ("2C 3C 2H 3H", 1, 1),
    ("2S 3C 4C 5C", -1, -1),
    ("2S 3S 4S BJ", -4, -4),
    ("2S 3S 4S 5D", 1, 2),
    ("3D 4D 5C 2S", 2, 3),
    ("3D 4D 5D 6D", 4, 5),
    ("3C 4C 5C BJ", -1, -1),
]


def trick_score(cards, **options):
    """Play these four cards as the first trick (spades trumps, diamonds adder); return its score."""
    cards = cards.split()
    state = in_play(dict(enumerate(cards)), **options)
    go(state, *(f"{seat} play {card}" for seat, card in enumerate(cards)))
    seen = state.observation(0)
    trick = seen["tricks"][0]
    assert seen["trick_scores"][trick["winner"] % 2] == trick["score"]
    return trick["score"]


@pytest.mark.parametrize(("cards", "n", "one_more"), EXAMPLES)
def test_checked_examples_of_tricks(cards, n, one_more):
    assert trick_score(cards) == n
    assert trick_score(cards, adder="1+n") == one_more


def test_m12_jokers_may_be_plain_cards_in_the_scores():
    for joker_suit in ("trump", "none"):
        options = {"joker_counts_as_trump": False, "joker_suit": joker_suit}
        assert trick_score("2S 3S 4S BJ", **options) == -1
        assert trick_score("3C 4C 5C BJ", **options) == 1
        assert trick_score("2S 3S LJ BJ", **options) == -1
        assert trick_score("3D 3S LJ BJ", **options) == 1
    assert trick_score("2S 3S LJ BJ", joker_suit="none") == -4  # counted, though of no suit


@pytest.mark.parametrize(
    ("bid", "score", "made", "replaced", "added"),
    [
        (NIL, 6, True, 18, 18),
        (NIL, 6, False, -1, 5),
        (NIL, -3, True, 1, 1),
        (NIL, 0, True, 1, 1),  # M10
        (NIL, -3, False, -1, -4),
        (BLIND, 5, True, 10, 10),
        (BLIND, -1, True, -2, -2),  # M10: doubled all the same
        (BLIND, 5, False, -3, 2),
        (CHIC, 12, True, 24, 24),
        (CHIC, -2, True, -4, -4),
        (CHIC, 8, False, 0, 8),  # M11: price 0, the score stays
    ],
)
def test_what_a_bid_makes_of_the_trick_score(bid, score, made, replaced, added):
    assert bid_score(bid, score, made, False) == replaced
    assert bid_score(bid, score, made, True) == added


def played(hands, first=(), **options):
    """Play out a deal: these moves, then the highest card that follows suit, else the lowest."""
    state = go(in_play(hands, max_deals=1, **options), *first)
    while state.in_deal:
        state.apply(state.legal_actions()[-1])
    return state.observation(0)


NIL_HAND = "2C 3C 4C 5C 2H 3H 4H 5H 3D 4D 5D 6D 7D"


def test_nil_is_the_bidders_alone():
    seen = played({0: NIL_HAND, 2: "BJ LJ AS"}, game="maverick-bidding", bids=["0 nil"], revoke="illegal")
    assert {trick["winner"] for trick in seen["tricks"]} & {0, 2} == {2}
    assert seen["result"]["made"] == [True, None]
    score = seen["result"]["tricks"][0]
    assert seen["result"]["scores"][0] == (3 * score if score > 0 else 1)


def test_nil_may_bind_both_partners():
    hands = {0: NIL_HAND, 2: "BJ LJ AS"}
    seen = played(hands, game="maverick-bidding", bids=["0 nil"], revoke="illegal", nil_subject="both")
    assert seen["result"]["made"] == [False, None]
    assert seen["result"]["scores"][0] == -1
    partner = "6C 7C 8C 9C 6H 7H 8H 9H 2S 3S 4S 5S 6S"
    seen = played({0: NIL_HAND, 2: partner}, game="maverick-bidding", bids=["0 nil"], nil_subject="both", void="any")
    taken = {trick["winner"] for trick in seen["tricks"]}
    assert seen["result"]["made"][0] is not bool(taken & {0, 2})


def test_nil_fails_by_one_trick():
    hands = {0: "BJ " + NIL_HAND.removesuffix(" 7D")}
    seen = played(hands, ["0 play BJ"], game="maverick-bidding", bids=["0 nil"], revoke="illegal")
    assert seen["result"]["made"] == [False, None]
    assert seen["result"]["scores"][0] == -1


DIAMONDS = {0: "AD KD QD", 1: "JD TD 9D", 2: "8D 7D 6D", 3: "5D 4D 3D"}


def books(count):
    """Let seat 0 lead so many books of diamonds, and a club where it could have been another."""
    moves = []
    for trick in range(3):
        for seat in range(4):
            cards = DIAMONDS[seat].split()
            moves.append(f"{seat} play {cards[trick]}")
    if count == 2:
        moves[11] = "3 play 2C"  # a revoke: the third trick is no book
    return moves


@pytest.mark.parametrize(("count", "made"), [(3, True), (2, False)])
def test_chic_is_three_books(count, made):
    hands = {**DIAMONDS, 3: DIAMONDS[3] + " 2C"}
    seen = played(hands, books(count), game="maverick-bidding", bids=["0 chic"], revoke="priced")
    assert seen["result"]["made"] == [made, None]
    score, revokes = seen["result"]["tricks"][0], sum(seen["result"]["revokes"][::2])
    assert seen["result"]["scores"][0] == (2 * score if made else 0) - 4 * revokes


def test_chic_with_two_books_scores_nothing():
    """Checked example; the side's own revokes are still paid."""
    hands = {**DIAMONDS, 3: DIAMONDS[3] + " 2C"}
    seen = played(hands, books(2), game="maverick-bidding", bids=["2 chic"])
    assert seen["result"]["scores"][0] == 0 - 4 * sum(seen["result"]["revokes"][::2])


def find(wanted, second_call="pass"):
    """Play deals in which seat 0 bids blind until one is wanted; return its result."""
    game = engines.make_game("maverick-bidding", None, {"max_deals": 1})
    for number in range(3000):
        state = game.new_state(f"{number:032x}", 3)
        state.act("blind")
        state.act(second_call)
        while state.in_deal:
            actions = state.legal_actions()
            passing = [action for action in actions if state.format(action) == "pass"]
            state.apply(passing[0] if passing else actions[number % len(actions)])
        result = state.observation(0)["result"]
        if wanted(result):
            return result
    raise AssertionError("no such deal")


def test_blind_needs_strictly_more():
    def level(result):
        return result["tricks"][0] == result["tricks"][1]

    result = find(level)
    assert result["made"][0] is False
    assert result["scores"][0] == -3 - 4 * (result["revokes"][0] + result["revokes"][2])


def test_m13_revokes_do_not_count_in_the_comparison_for_blind():
    def more_but_for_revokes(result):
        paid = [result["tricks"][side] - 4 * (result["revokes"][side] + result["revokes"][side + 2]) for side in (0, 1)]
        return result["tricks"][0] > result["tricks"][1] and paid[0] < paid[1]

    result = find(more_but_for_revokes)
    assert result["made"][0] is True
    penalty = 4 * (result["revokes"][0] + result["revokes"][2])
    assert result["scores"][0] == 2 * result["tricks"][0] - penalty  # step 7: the penalty is never multiplied


def test_of_two_blind_bids_at_most_one_is_made():
    def decided(result):
        return result["tricks"][0] != result["tricks"][1]

    assert sorted(find(decided, "blind")["made"]) == [False, True]


def test_a_revoke_costs_four():
    seen = played({0: "9C", 1: "2C 3H"}, ["0 play 9C", "1 play 3H"], revoke="priced")
    result = seen["result"]
    assert result["revokes"][1] >= 1
    for side in (0, 1):
        revokes = result["revokes"][side] + result["revokes"][side + 2]
        assert result["scores"][side] == result["tricks"][side] - 4 * revokes
