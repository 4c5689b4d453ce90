"""Deals that were dealt wrong, as a record may hold them (RD13 to RD16)."""

import pytest

import engines
from engines.core.cards import texts
from engines.core.errors import EngineError, RecordError
from tests.engines.red_dog.builder import deck_for, play, table


def record(irregular, players=3, **options):
    deck = " ".join(texts(deck_for(range(players))))
    deal = {"dealer": players - 1, "deck": deck, "actions": [], "irregular": irregular}
    return {"format": 1, "game": "red-dog", "players": players, "options": options, "deals": [deal]}


def test_a_long_hand_is_dead_no_bet_no_fee():
    state = table(players=3, irregular={"long": [0]})
    assert state.legal() == ["dead"]
    assert state.format(state.passive_action()) == "dead"
    play(state, "dead")
    assert (state.totals, state.pool) == ([49, 49, 49], 3)
    assert state.legal() == ["bet 1..3", "pass"]


def test_a_short_hand_may_play_on_or_fold_without_a_fee():
    state = table(players=3, irregular={"short": [0, 1]})
    assert state.legal() == ["bet 1..3", "pass", "fold"]
    assert state.format(state.passive_action()) == "pass"
    play(state, "fold")
    assert (state.totals, state.pool) == ([49, 49, 49], 3)
    play(state, "bet 2")
    assert state.legal() == ["bet 1..5", "pass"]


def test_a_short_hand_without_chips_passes_or_folds():
    assert table(chips=[0, 9], pool=9, irregular={"short": [0]}).legal() == ["pass", "fold"]


def test_the_deck_is_dealt_as_usual():
    """RD13."""
    state = table(players=3, irregular={"long": [0], "short": [1]})
    assert [len(state.observation(seat)["hand"]) for seat in range(3)] == [5, 5, 5]


def test_a_faced_card_is_removed_when_it_would_be_turned():
    """RD14: indices of the stock as it is after the deal."""
    state = table({0: "AS"}, "2S 3S 4S 5S", players=3, irregular={"faced": [0, 2]})
    play(state, "bet 1")
    assert [event["card"] for event in state.events if event["type"] in ("remove", "turn")] == ["2S", "3S"]
    assert state.observation(1)["turns"][0]["removed"] == ["2S"]
    play(state, "bet 1")
    assert [event["card"] for event in state.events if event["type"] in ("remove", "turn")] == ["2S", "3S", "4S", "5S"]


def test_the_burn_lays_away_the_top_card_whatever_it_is():
    """RD15."""
    state = table({}, "2S 3S 4S", players=3, burn_first=True, irregular={"faced": [0, 1]})
    play(state, "bet 1")
    assert [event.get("card") for event in state.events if event["type"] in ("burn", "remove", "turn")] == [
        None,
        "3S",
        "4S",
    ]


def test_marks_last_one_deal():
    state = table(players=2, irregular={"long": [0]})
    play(state, "dead; pass")
    state.start_deal(0, deck_for([1, 0]))
    play(state, "pass")
    assert state.legal() == ["bet 1..4", "pass"]


@pytest.mark.parametrize(
    ("irregular", "reason"),
    [
        ({"long": [1], "short": [2, 1]}, "seat 1 cannot be both long and short"),
        ({"long": [3]}, "'long' must hold seats of the deal .*not 3"),
        ({"short": [-1]}, "'short' must hold seats of the deal .*not -1"),
        ({"faced": [37]}, "'faced' must hold indices of the stock from 0 to 36, not 37"),
        ({"faced": [-1]}, "'faced' must hold indices"),
        ({"faced": [1, 1]}, "'faced' names something twice"),
        ({"long": [1, 1]}, "'long' names something twice"),
        ({"crooked": [1]}, "no mark 'crooked'; its marks: long, short, faced"),
        ({"faced": list(range(35))}, "2 face-down stock cards are left, but 3 may be needed"),
        ({"long": "1"}, "lists of integers"),
        ({"long": [True]}, "lists of integers"),
        ([], "must be an object"),
    ],
)
def test_what_is_refused(irregular, reason):
    with pytest.raises(RecordError, match=reason) as error:
        engines.replay(record(irregular))
    assert error.value.deal == 0


def test_as_many_face_down_cards_as_players_are_enough():
    """RD16: one more with burn_first."""
    faced = list(range(34))
    assert engines.replay(record({"faced": faced})).in_deal
    with pytest.raises(RecordError, match="3 face-down stock cards are left, but 4 may be needed"):
        engines.replay(record({"faced": faced}, burn_first=True))
    state = engines.replay(record({"faced": faced[1:]}, burn_first=True))
    play(state, "bet 1; bet 1; bet 1")
    assert not state.in_deal


def test_a_seat_that_is_out_of_the_deal_is_refused():
    """RD13: also one whom the ante before this very deal puts out."""
    state = table({2: "AS"}, "2S", players=3, chips=[1, 9, 9], pool=2)
    play(state, "pass; pass; bet 4")
    with pytest.raises(EngineError, match=r"seats of the deal \(1, 2\), not 0"):
        state.start_deal(1, deck_for([2, 1]), {"short": [0]})
    assert not state.in_deal
    state.start_deal(1, deck_for([2, 1]), {"short": [2], "faced": list(range(40))})
    assert state.legal() == ["bet 1..2", "pass", "fold"]


def test_a_record_keeps_its_marks():
    state = table({}, players=3, irregular={"long": [0], "short": [2], "faced": [1]})
    play(state, "dead; bet 1")
    again = engines.replay(state.record())
    assert again.record() == state.record()
    assert state.record()["deals"][0]["irregular"] == {"long": [0], "short": [2], "faced": [1]}
    assert again.legal() == state.legal()


def test_empty_marks_are_none():
    state = engines.replay(record({"long": [], "faced": []}))
    assert state.legal() == ["bet 1..3", "pass"]
    assert engines.replay(record({})).legal() == ["bet 1..3", "pass"]
