"""What a Red Dog seat sees (RD18)."""

import jsonschema
import pytest

import engines
from engines import testing
from tests.engines.red_dog.builder import all_pass, cards, play, table


def events(state, seat, kind):
    return [event for event in state.events_for(seat) if event["type"] == kind]


def test_the_fields():
    state = table({0: "AS KS QS JS TS"}, "2S", players=3)
    assert state.observation(0) == {
        "game": "red-dog",
        "seat": 0,
        "players": 3,
        "dealer": 2,
        "deal": 0,
        "to_act": 0,
        "totals": [49, 49, 49],
        "options": state.game.options,
        "phase": "turn",
        "hand": ["TS", "JS", "QS", "KS", "AS"],
        "pool": 3,
        "in": [True, True, True],
        "dealt": [0, 1, 2],
        "turns": [],
        "stock_size": 37,
        "long": [],
        "short": [],
        "last_winner": None,
        "out": [],
        "totals_before": [50, 50, 50],
        "pool_before": 0,
    }


def test_a_hand_is_dealt_to_its_seat_alone():
    state = table({0: "AS KS QS JS TS"})
    assert events(state, 0, "hand") == [{"type": "hand", "seat": 0, "cards": ["TS", "JS", "QS", "KS", "AS"]}]
    assert len(events(state, 1, "hand")) == 1
    assert "AS" not in repr(state.observation(1)) + repr(state.events_for(1))


def test_a_hand_laid_away_is_seen_by_its_owner_alone():
    state = play(table({0: "AS KS QS JS TS"}), "pass")
    assert "AS" in state.observation(0)["hand"]
    assert "AS" not in repr(state.observation(1)) + repr(state.events_for(1))
    assert state.observation(1)["turns"] == [
        {"seat": 0, "action": "pass", "to_pool": 1, "removed": [], "turned": None, "won": None, "shown": []}
    ]


def test_a_winner_shows_the_lowest_card_that_wins_and_no_other():
    state = play(table({0: "3S 6S 9S KH AH"}, "5S", players=3), "bet 2")
    turn = {"seat": 0, "action": "bet 2", "to_pool": -2, "removed": [], "turned": "5S", "won": True, "shown": ["6S"]}
    for seat in range(3):
        assert state.observation(seat)["turns"] == [turn]
    seen = repr(state.observation(1)) + repr(state.events_for(1))
    assert not any(card in seen for card in ("3S", "9S", "KH", "AH"))


def test_a_loser_shows_the_whole_hand_for_the_rest_of_the_deal():
    state = play(table({0: "3S 4S 9H KH AH"}, "5S", players=3), "bet 2; pass")
    for seat in range(3):
        turn = state.observation(seat)["turns"][0]
        assert turn["shown"] == ["9H", "KH", "AH", "3S", "4S"]
        assert (turn["turned"], turn["won"], turn["to_pool"]) == ("5S", False, 2)


def test_a_faced_card_from_the_moment_it_is_removed_the_burnt_card_never():
    state = table({}, "QS KS AS", players=3, burn_first=True, irregular={"faced": [1]})
    for seat in range(3):
        assert "KS" not in repr(state.observation(seat))
    play(state, "bet 1")
    for seat in range(3):
        seen = repr(state.observation(seat)) + repr(state.events_for(seat))
        assert "KS" in seen
        assert "QS" not in seen
        assert state.observation(seat)["turns"][0]["removed"] == ["KS"]


def test_the_marks_of_hands_are_public_the_place_of_a_faced_card_is_not():
    state = table(players=3, irregular={"long": [1], "short": [2], "faced": [3]})
    for seat in range(3):
        seen = state.observation(seat)
        assert (seen["long"], seen["short"]) == ([1], [2])
        assert "faced" not in seen
    assert events(state, 0, "long") == [{"type": "long", "seat": 1}]
    assert events(state, 0, "short") == [{"type": "short", "seat": 2}]


def test_phases():
    state = table(deals=2)
    assert state.observation(0)["phase"] == "turn"
    all_pass(state)
    assert state.observation(0)["phase"] == "between_deals"
    state.start_deal(0, state.deck)
    all_pass(state)
    assert state.observation(0)["phase"] == "over"


def test_chips_before_the_ante_and_who_went_out():
    state = table({1: "AS"}, "2S", players=4, chips=[1, 9, 0, 9], pool=3)
    play(state, "pass; bet 4")
    seen = state.observation(3)
    assert (seen["totals_before"], seen["pool_before"]) == ([1, 9, 0, 9], 3)
    assert seen["out"] == [{"deal": 0, "seats": [0, 2]}]
    assert seen["last_winner"] == 1


@pytest.mark.parametrize("marks", [None, {"long": [0], "short": [1], "faced": [0, 1]}])
def test_an_observation_keeps_its_schema_and_is_a_copy(marks):
    state = table({}, players=3, irregular=marks)
    play(state, "dead" if marks else "pass", "bet 1")
    jsonschema.Draft202012Validator(state.game.observation_schema()).validate(state.observation(1))
    before = testing.fingerprint(state)
    seen = state.observation(0)
    for value in seen.values():
        if isinstance(value, list):
            value.append("9C")
    assert testing.fingerprint(state) == before


def seen_by_the_book(state, seat):
    """Work out from the record alone which cards of this deal a seat may know (independent of events)."""
    deal = state.record()["deals"][-1]
    deck, dealt = cards(deal["deck"]), state.observation(seat)["dealt"]
    size = 4 if len(dealt) > 8 else 5
    hands = {player: deck[place : size * len(dealt) : len(dealt)] for place, player in enumerate(dealt)}
    known = set(hands.get(seat, []))
    stock = deck[size * len(dealt) :]
    if state.game.options["burn_first"]:
        stock.pop(0)  # seen by nobody, and gone before the first card is turned
    for entry in deal["actions"]:
        player, verb, *_ = entry.split()
        if verb != "bet":
            continue
        turned = stock.pop(0)
        better = [card for card in hands[int(player)] if card // 13 == turned // 13 and card > turned]
        known |= {turned, min(better)} if better else {turned, *hands[int(player)]}
    return known


def test_seats_see_no_more_by_events_than_by_the_book():
    compared = 0
    for players in (2, 5, 9):
        for number in range(2):
            game = engines.make_game("red-dog", players, {"burn_first": number % 2 == 1, "deals": 3})
            for state in testing.random_states(game, f"{number + 1:032x}"):
                if state.in_deal:
                    for seat in state.observation(0)["dealt"]:
                        compared += 1
                        assert testing.cards_in_events(state, seat) == seen_by_the_book(state, seat)
    assert compared > 200
