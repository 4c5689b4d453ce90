"""Rank, following, revokes and voids (step 5, M5 to M8)."""

import pytest

from tests.engines.maverick.table import go, in_play, playable

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"


def trick(cards, hands=None, **options):
    """Play four cards from seat 0 on; return who takes them."""
    cards = cards.split()
    hands = hands or dict(enumerate(cards))
    state = in_play(hands, **options)
    go(state, *(f"{seat} play {card}" for seat, card in enumerate(cards)))
    return state.observation(0)["tricks"][0]["winner"]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("3C 9C AC KC", 2),  # the led suit from the ace down
        ("3C AH 2S KC", 2),  # the least trump beats it
        ("3C 5S QS 2S", 2),  # the higher trump
        ("AS LJ QS 2S", 1),  # the little joker beats the ace of trumps
        ("LJ AS BJ QS", 2),
        ("BJ LJ AS QS", 0),
        ("2C AH AD KH", 0),  # nothing else can win
    ],
)
@pytest.mark.parametrize("joker_suit", ["trump", "none"])
def test_who_takes_a_trick(cards, winner, joker_suit):
    """Jokers, trumps, led suit; M6: nothing but BJ beats a little joker that is led, M12: rank unchanged."""
    assert trick(cards, joker_suit=joker_suit) == winner
    assert trick(cards, joker_suit=joker_suit, joker_counts_as_trump=False) == winner


def test_a_priced_revoke_may_always_be_played():
    state = go(in_play({0: "9C", 1: "2C 3H 4S"}), "0 play 9C")
    assert len(playable(state)) == 13


def test_an_illegal_revoke_is_not_legal():
    hand = "2C TC 3H 4S BJ 5H 6H 7H 8H 9H TH JH QH"
    state = go(in_play({0: "9C", 1: hand}, revoke="illegal"), "0 play 9C")
    assert playable(state) == {"2C", "TC"}


def test_without_the_led_suit_any_card_may_be_played():
    hand = "2D 3D 3H 4S BJ 5H 6H 7H 8H 9H TH JH QH"
    for revoke in ("priced", "illegal"):
        state = go(in_play({0: "9C", 1: hand}, turn_up="KS 4D", revoke=revoke), "0 play 9C")
        assert playable(state) == set(hand.split())


@pytest.mark.parametrize("revoke", ["priced", "illegal"])
def test_a_void_player_who_has_a_trump_must_play_one(revoke):
    """M8: failing to trump cannot be bought off; a joker of the trump suit is a trump."""
    hand = "2D 3D 3H 4S BJ 5H 6H 7H 8H 9H TH JH QH"
    state = go(in_play({0: "9C", 1: hand}, turn_up="KS 4D", revoke=revoke, void="must_trump"), "0 play 9C")
    assert playable(state) == {"4S", "BJ"}
    hand = hand.replace("4S", "4H")
    state = go(in_play({0: "9C", 1: hand}, turn_up="KS 4D", revoke=revoke, void="must_trump"), "0 play 9C")
    assert playable(state) == {"BJ"}
    hand = hand.replace("BJ", "KH")
    state = go(in_play({0: "9C", 1: hand}, turn_up="KS 4D", revoke=revoke, void="must_trump"), "0 play 9C")
    assert playable(state) == set(hand.split())


def test_m8_one_who_holds_the_led_suit_may_still_buy_off_following():
    state = go(in_play({0: "9C", 1: "2C 3H 4S"}, void="must_trump"), "0 play 9C")
    assert len(playable(state)) == 13


def test_m5_a_joker_of_no_suit_may_always_be_played_by_the_void():
    hand = "2D 3D 3H 4S 5S BJ 6H 7H 8H 9H TH JH QH"
    options = {"turn_up": "KS 4D", "void": "must_trump", "joker_suit": "none"}
    state = go(in_play({0: "9C", 1: hand}, **options), "0 play 9C")
    assert playable(state) == {"4S", "5S", "BJ"}
    hand = hand.replace("4S", "4H").replace("5S", "5H")
    state = go(in_play({0: "9C", 1: hand}, **options), "0 play 9C")
    assert playable(state) == set(hand.split())  # without a trump: any card


def test_a_joker_of_no_suit_is_playable_beside_the_led_suit():
    hand = "2C 3C 3H 4S 5S BJ 6H 7H 8H 9H TH JH QH"
    for void in ("any", "must_trump"):
        state = go(in_play({0: "9C", 1: hand}, revoke="illegal", joker_suit="none", void=void), "0 play 9C")
        assert playable(state) == {"2C", "3C", "BJ"}


@pytest.mark.parametrize("void", ["any", "must_trump"])
def test_m6_any_card_follows_a_joker_of_no_suit(void):
    state = in_play({0: "LJ", 1: "2S 3S 4C"}, joker_suit="none", revoke="illegal", void=void)
    go(state, "0 play LJ")
    assert len(playable(state)) == 13


def test_a_joker_of_the_trump_suit_asks_for_trumps():
    hand = "2S 3S 3H 4C 5C BJ 6H 7H 8H 9H TH JH QH"
    state = go(in_play({0: "LJ", 1: hand}, revoke="illegal"), "0 play LJ")
    assert playable(state) == {"2S", "3S", "BJ"}


def test_m7_only_a_joker_besides_other_suits_when_trumps_are_led():
    hand = "2H 3H 4H 5H BJ 6H 7H 8H 9H TH JH QH KH"
    state = go(in_play({0: "9S", 1: hand}, revoke="illegal"), "0 play 9S")
    assert playable(state) == {"BJ"}
    state = go(in_play({0: "9S", 1: hand}, revoke="illegal", joker_suit="none"), "0 play 9S")
    assert playable(state) == set(hand.split())


def revokes(hands, moves, **options):
    """Play moves, then first legal actions to the end; return seat 1's revokes, which only the moves can hold."""
    state = go(in_play(hands, max_deals=1, **options), *moves)
    first = state.observation(1)["tricks"] or state.observation(1)["trick"]
    assert first
    while state.in_deal:
        seat, led = state.current_player, state.observation(0)["trick"]
        suit = led[0][1] if led else None
        following = [card for card in playable(state) if suit and _suit(card, options) == _suit(suit, options)]
        state.act(f"play {min(following or playable(state))}")
        assert seat is not None
    return state.observation(0)["result"]["revokes"]


def _suit(card, options):
    if card in ("BJ", "LJ"):
        return "S" if options.get("joker_suit", "trump") == "trump" else card
    return card[1]


@pytest.mark.parametrize(
    ("card", "hand", "options", "count"),
    [
        ("3H", "2C 3H", {}, 1),
        ("4S", "2C 4S", {}, 1),  # trumping is a revoke too
        ("BJ", "2C BJ", {}, 1),
        ("BJ", "2C BJ", {"joker_suit": "none"}, 0),  # playable at any time
        ("2C", "2C 3H", {}, 0),
    ],
)
def test_not_following_though_one_could_is_a_revoke(card, hand, options, count):
    found = revokes({0: "9C", 1: hand}, ["0 play 9C", f"1 play {card}"], **options)
    assert found == [0, count, 0, 0]


def test_m7_keeping_a_joker_when_trumps_are_led():
    hand = "2H 3H 4H 5H BJ 6H 7H 8H 9H TH JH QH KH"
    moves = ["0 play 9S", "1 play 2H"]
    assert revokes({0: "9S", 1: hand}, moves)[1] == 1
    assert revokes({0: "9S", 1: hand}, moves, joker_suit="none")[1] == 0


def test_m6_nothing_is_a_revoke_when_a_joker_of_no_suit_is_led():
    moves = ["0 play LJ", "1 play 2H"]
    assert revokes({0: "LJ", 1: "2S 2H"}, moves, joker_suit="none")[1] == 0
    assert revokes({0: "LJ", 1: "2S 2H"}, moves)[1] == 1


def test_a_void_player_does_not_revoke():
    assert revokes({0: "9S 2S", 1: CLUBS}, ["0 play 9S", "1 play 2C"]) == [0, 0, 0, 0]
