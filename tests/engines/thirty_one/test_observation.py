"""What a Thirty-One seat sees (T15, R21 and the protocol's common fields)."""

from engines import testing
from engines.core.cards import CARD_OF_TEXT
from tests.engines.thirty_one.builder import cards, knock_and_stand, play, table


def events(state, seat, kind):
    return [event for event in state.events_for(seat) if event["type"] == kind]


def test_the_fields_every_game_has():
    seen = table({0: "KH 8H 5H"}, players=3, blitz="any31").observation(1)
    assert seen["game"] == "thirty-one"
    assert (seen["seat"], seen["players"], seen["dealer"], seen["deal"], seen["to_act"]) == (1, 3, 2, 0, 0)
    assert seen["totals"] == seen["chips"] == [3, 3, 3]
    assert seen["options"]["blitz"] == "any31"
    assert len(seen["options"]) == 9
    assert seen["phase"] == "turn"


def test_a_card_from_the_stock_is_seen_by_its_drawer_alone():
    state = play(table({}, players=3, stock="QS"), "draw stock")
    assert [state.observation(seat)["drawn"] for seat in range(3)] == ["QS", None, None]
    assert [state.observation(seat)["drawn_from"] for seat in range(3)] == ["stock"] * 3
    assert events(state, 0, "drawn") == [{"type": "drawn", "seat": 0, "card": "QS"}]
    assert events(state, 1, "drawn") == []
    assert events(state, 1, "draw") == [{"type": "draw", "seat": 0, "source": "stock"}]
    assert "QS" not in repr(state.observation(1))


def test_a_hand_is_dealt_to_its_seat_alone():
    state = table({0: "KH 8H 5H", 1: "QS 9D 8D"})
    assert events(state, 1, "hand") == [{"type": "hand", "seat": 1, "cards": ["QS", "9D", "8D"]}]
    assert events(state, 0, "turn_up") == events(state, 1, "turn_up")


def test_a_card_from_the_discard_pile_is_known_to_all_until_it_is_thrown():
    state = play(table({0: "KH 8H 5H"}, turn_up="2C", stock="9S"), "draw discard; discard 5H")
    assert state.observation(1)["known_cards"] == [["2C"], []]
    assert state.observation(1)["discard_pile"] == ["5H"]
    play(state, "draw discard", f"discard {state.observation(1)['hand'][0]}")
    assert state.observation(0)["known_cards"][1] == ["5H"]
    play(state, "draw stock; discard 2C")
    assert state.observation(1)["known_cards"] == [[], ["5H"]]


def test_a_showdown_shows_all_hands():
    shown = knock_and_stand(table({0: "KH 8H 5H", 1: "QS 9D 8D"})).observation(1)["last_showdown"]
    assert shown == {
        "deal": 0,
        "kind": "showdown",
        "knocker": 0,
        "hands": [["5H", "8H", "KH"], ["8D", "9D", "QS"]],
        "values": [23, 17],
        "losers": [1],
    }


def test_phases():
    state = table({0: "KH 8H 5H", 1: "QS 9D 8D"})
    phases = [state.observation(0)["phase"]]
    for action in ("draw discard", "discard 5H", "knock", "stand"):
        play(state, action)
        phases.append(state.observation(0)["phase"])
    assert phases == ["turn", "discard", "turn", "last_turn", "between_deals"]


def test_an_observation_is_a_copy():
    state = table({0: "KH 8H 5H", 1: "QS 9D 8D"})
    before = testing.fingerprint(state)
    seen = state.observation(0)
    for value in seen.values():
        if isinstance(value, list):
            value.append("9C")
    seen["options"]["blitz"] = "any31"
    assert testing.fingerprint(state) == before


def seen_by_the_book(state, seat):
    """Work out from the record alone which cards of this deal a seat may know (independent of events)."""
    deal = state.record()["deals"][-1]
    deck = cards(deal["deck"])
    seats = [(deal["dealer"] + step) % state.game.players for step in range(1, state.game.players + 1)]
    seats = [other for other in seats if state.observation(0)["in"][other]]
    known = set(deck[seats.index(seat) : 3 * len(seats) : len(seats)]) if seat in seats else set()
    stock, pile = deck[3 * len(seats) + 1 :], [deck[3 * len(seats)]]
    known.add(pile[0])
    for text in deal["actions"]:
        actor, verb, *argument = text.split()
        if verb == "draw" and argument == ["stock"]:
            card = stock.pop(0)
            known |= {card} if int(actor) == seat else set()
        elif verb == "draw":
            pile.pop()
        elif verb == "discard":
            pile.append(CARD_OF_TEXT[argument[0]])
            known.add(pile[-1])
            if not stock:
                stock, pile = pile[:-1], pile[-1:]
    return known
