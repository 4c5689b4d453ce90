"""What a seat sees (fine print S22): nothing changes for it when the cards hidden from it are permuted."""

import pytest

import engines
from engines.core.cards import cards_of, mask_of, texts
from engines.core.history import SEAT_BITS, SEAT_MASK
from engines.core.rng import Stream
from engines.smear.actions import AUCTION, DISCARD, DISCARDING, PASS, PLAYING, legal_calls
from engines.smear.discards import offer_discards
from engines.smear.moves import kitty, on_table
from engines.smear.tricks import lead_from
from engines.testing import random_states
from tests.engines.smear.table import go, play_on, table

FOUR, SIX, TEN, WISCONSIN = "smear-four-handed", "smear-six-handed", "smear-ten-point", "smear-wisconsin"
TABLES = [
    (FOUR, 4, {}),
    (SIX, 6, {}),
    (SIX, 6, {"refill": "dealer_takes_rest"}),
    (TEN, 5, {}),
    (TEN, 6, {"six_sides": "2v2v2"}),
    (WISCONSIN, 4, {}),
    ("smear-wisconsin-jokers", 4, {"kitty": 2}),
]


def permuted(state, seat, choices):
    """Return a clone in which all that the seat cannot know is dealt anew: hands, stock and others' discards."""
    other = state.clone()
    seats = [one for one in range(state.game.players) if one != seat]
    away = [
        index
        for index, move in enumerate(state.moves)
        if DISCARD <= move >> SEAT_BITS < PASS and move & SEAT_MASK != seat
    ]
    hidden = [card for one in seats for card in cards_of(state.hands[one])]
    hidden += [(state.moves[index] >> SEAT_BITS) - DISCARD for index in away]
    order = choices.shuffled([*hidden, *state.stock])
    for one in seats:
        size = state.hands[one].bit_count()
        other.hands[one], order = mask_of(order[:size]), order[size:]
    for index in away:
        other.moves[index] = DISCARD + order.pop() << SEAT_BITS | state.moves[index] & SEAT_MASK
    other.stock = tuple(order)
    if state.bidder != seat:
        first, known = state.rules.players * state.rules.dealt, kitty(state)
        other.deck = (
            state.deck[:first] + tuple(order[: len(known)]) + known[len(order) :] + state.deck[first + len(known) :]
        )
    ask_again(other)
    return other


def ask_again(state):
    """Let the state work out anew, from the cards that it now holds, what is legal for the seat to act."""
    if state.phase == AUCTION:
        state.legal_now = legal_calls(state, state.turn)
    elif state.phase == DISCARDING:
        offer_discards(state)
    elif state.phase == PLAYING:
        if on_table(state):
            replay_last_play(state)
        else:
            lead_from(state, state.turn)


def replay_last_play(state):
    """Take the last card played back into its hand, and play it again."""
    move = state.moves.pop()
    card, owner = move >> SEAT_BITS, move & SEAT_MASK
    state.hands[owner] |= 1 << card
    state.turn, state.legal_now, state.playable = owner, (card,), 1 << card
    state.apply(card)


@pytest.mark.parametrize(("game_id", "players", "options"), TABLES)
def test_observations_are_tight(game_id, players, options):
    game = engines.make_game(game_id, players, options | {"max_deals": 12})
    choices = Stream("0b" * 16, "permute")
    compared = changed = 0
    for state in random_states(game, "0c" * 16):
        if choices.below(3):
            continue
        for seat in range(players):
            other = permuted(state, seat, choices)
            assert other.observation(seat) == state.observation(seat)
            if state.current_player == seat:
                assert other.legal() == state.legal()
            compared += 1
            changed += other.hands != state.hands
    assert compared > 200
    assert changed > compared / 2


def test_own_discards_are_seen_by_the_discarder_only():
    state = go(table(FOUR, {0: "AH KH 2C 3C 4C 5C 6C 7C 8C"}), "0 bid 4", "0 trump H", "0 discard 2C")
    assert state.observation(0)["own_discards"] == ["2C"]
    for seat in (1, 2, 3):
        seen = state.observation(seat)
        assert seen["own_discards"] == []
        assert seen["discarded"] == [1, 0, 0, 0]
        assert "2C" not in repr([event for event in state.events_for(seat) if event["type"] != "hand"])
    assert {"type": "discarded", "seat": 0, "card": "2C"} in state.events_for(0)


def test_hands_are_told_to_their_seats_only():
    state = table(FOUR)
    for seat in range(4):
        hands = [event for event in state.events_for(seat) if event["type"] == "hand"]
        assert hands == [{"type": "hand", "seat": seat, "cards": state.observation(seat)["hand"]}]


def test_only_the_bidder_sees_the_kitty():
    stock = "7C 8C 9C TC JC QC KC AC"
    state = go(table(WISCONSIN, stock=stock), "0 bid 4", "0 trump H")
    assert state.observation(0)["kitty_taken"] == stock.split()
    for seat in (1, 2, 3):
        assert state.observation(seat)["kitty_taken"] == []
        assert [event["type"] for event in state.events_for(seat)][-1] == "kitty"
    assert state.events_for(0)[-1] == {"type": "cards", "seat": 0, "cards": stock.split()}


def test_refill_cards_are_seen_once_all_have_discarded():
    state = go(table(SIX, stock="2D 3D 4D"), "0 bid 6", "0 trump H")
    for _ in range(17):
        state.apply(state.legal_actions()[0])
    assert "2D" not in state.observation(0)["hand"]
    state.apply(state.legal_actions()[0])
    assert {"2D", "3D", "4D"} <= set(state.observation(0)["hand"])
    assert not any("2D" in repr(event) for event in state.events_for(1)[-3:])


def test_the_course_of_a_deal_is_public():
    state = play_on(table(FOUR))
    leader = state.current_player
    seen = state.observation(2)
    assert (seen["phase"], seen["to_act"], seen["lead"], seen["bidder"], seen["bid"]) == ("play", leader, leader, 0, 4)
    assert seen["bids"] == [[0, "bid 4"]]
    assert seen["trump"] == "C"
    led = state.legal()[0]
    go(state, f"{leader} {led}")
    assert state.observation(2)["trick"] == [[leader, led.split()[1]]]
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    trick = state.observation(3)["tricks"][0]
    assert trick["lead"] == leader
    assert [seat for seat, _ in trick["cards"]] == [0, 1, 2, 3]
    assert trick["winner"] == state.current_player
    assert sum(state.observation(1)["taken_points"]) == sum(
        {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}.get(card[0], 0) for _, card in trick["cards"]
    )


def test_before_any_bid_there_is_no_bidder():
    seen = table(FOUR).observation(1)
    assert (seen["bidder"], seen["bid"], seen["trump"], seen["lead"]) == (None, None, None, None)
    assert (seen["phase"], seen["to_act"], seen["bids"], seen["tricks"]) == ("auction", 0, [], [])
    assert seen["hand_sizes"] == [9, 9, 9, 9]


def test_no_observation_holds_deck_seed_or_stock():
    state = engines.make_game(FOUR).new_state("ab" * 16)
    text = repr([state.observation(0), state.events_for(0)])
    hidden = texts(set(state.deck) - set(cards_of(state.hands[0])))
    assert not any(f"'{card}'" in text for card in hidden)
    assert "ab" * 8 not in text
