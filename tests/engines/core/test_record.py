"""Replaying records: each fault is reported with its place, and nothing after it is played (R11 to R15)."""

import copy

import pytest

import engines
from engines.core.errors import RecordError
from engines.core.record import summary
from engines.core.rng import Stream

SEED = "11" * 16


@pytest.fixture
def record():
    """Return the record of a whole game of three deals at most."""
    state = engines.make_game("thirty-one", 3, {"max_deals": 3, "max_turns": 12}).new_state(SEED)
    choices = Stream(SEED, "test")
    while not state.is_over:
        state.apply(state.random_action(choices))
    whole = state.record()
    assert len(whole["deals"]) == 3
    assert all(len(deal["actions"]) > 3 for deal in whole["deals"])
    return whole


def fault_of(record):
    with pytest.raises(RecordError) as caught:
        engines.replay(record)
    error = caught.value
    assert "\n" not in str(error)
    return error


def place(error):
    return (error.deal, error.index, error.seat, error.action)


def test_the_untouched_record_replays(record):
    assert summary(engines.replay(record))["over"] is True
    assert engines.replay(record).record()["result"] == record["result"]


@pytest.mark.parametrize("key", ["seed", "names", "result"])
def test_seed_names_and_result_are_not_looked_at(record, key):
    record[key] = {"nonsense": [1]}
    assert engines.replay(record).is_over
    record.pop(key)
    assert engines.replay(record).is_over


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("format", [2, True, 1.0, "1", None]),
        ("game", ["whist", None, 7, ["thirty-one"]]),
        ("players", [1, 8, True, "3", 3.0, None]),
        (
            "options",
            [[], "max_deals", {"joker": True}, {"max_deals": True}, {"max_deals": 3.0}, {"preset": "original"}],
        ),
        ("deals", [None, {}, "deals"]),
    ],
)
def test_headers_are_checked(record, key, values):
    for value in values:
        error = fault_of({**record, key: value})
        assert place(error) == (None, None, None, None)
        assert str(error).startswith("deal -, index -, seat -, action -: ")


def test_a_record_is_an_object():
    for thing in ([], "text", None, 3):
        assert place(fault_of(thing)) == (None, None, None, None)


@pytest.mark.parametrize("dealer", [-1, 3, True, "0", None, 0.0])
def test_the_dealer_is_a_seat(record, dealer):
    record["deals"][0]["dealer"] = dealer
    assert place(fault_of(record)) == (0, None, None, None)


def test_the_dealer_of_a_later_deal_is_the_one_the_rules_name(record):
    record["deals"][1]["dealer"] = record["deals"][0]["dealer"]
    error = fault_of(record)
    assert place(error) == (1, None, None, None)
    assert "must be seat" in error.reason


def test_any_seat_may_deal_first():
    for dealer in range(3):
        deck = " ".join(engines.make_game("thirty-one", 3).new_state(SEED).record()["deals"][0]["deck"].split())
        state = engines.replay(
            {"format": 1, "game": "thirty-one", "players": 3, "deals": [{"dealer": dealer, "deck": deck}]}
        )
        assert state.dealer == dealer


@pytest.mark.parametrize(
    "change",
    [
        lambda deck: deck[3:],
        lambda deck: deck + " BJ",
        lambda deck: deck[:2] + deck[2:].replace(deck[3:5], deck[:2]),
        lambda deck: deck.replace(" ", "  ", 1),
        lambda deck: deck.lower(),
        lambda deck: deck.split(),
        lambda deck: None,
        lambda deck: "",
    ],
)
def test_the_deck_is_a_permutation_of_the_pack(record, change):
    record["deals"][2]["deck"] = change(record["deals"][2]["deck"])
    assert place(fault_of(record)) == (2, None, None, None)


def test_an_illegal_action_is_reported_with_what_was_legal(record):
    seat = int(record["deals"][1]["actions"][0].split()[0])
    record["deals"][1]["actions"][0] = f"{seat} stand"
    error = fault_of(record)
    assert place(error) == (1, 0, seat, "stand")
    assert "draw stock, draw discard, knock" in error.reason


def test_a_wrong_seat_is_reported_with_the_seat_written(record):
    seat, _, action = record["deals"][0]["actions"][2].partition(" ")
    wrong = (int(seat) + 1) % 3
    record["deals"][0]["actions"][2] = f"{wrong} {action}"
    error = fault_of(record)
    assert place(error) == (0, 2, wrong, action)
    assert f"seat {seat} was to act" in error.reason


@pytest.mark.parametrize(
    "text", ["draw  stock", " draw stock", "draw stock ", "draw", "DRAW STOCK", "draw\nstock", "☃"]
)
def test_there_is_one_spelling_only(record, text):
    seat = record["deals"][0]["actions"][0].split()[0]
    record["deals"][0]["actions"][0] = f"{seat} {text}"
    assert place(fault_of(record)) == (0, 0, int(seat), text)


@pytest.mark.parametrize("entry", ["draw stock", "", "01 knock", "+1 knock", "knock", None, 3, ["0", "knock"]])
def test_an_entry_is_a_seat_and_an_action(record, entry):
    record["deals"][0]["actions"][1] = entry
    error = fault_of(record)
    assert (error.deal, error.index, error.seat) == (0, 1, None)


def test_an_action_after_the_end_of_a_deal(record):
    count = len(record["deals"][1]["actions"])
    record["deals"][1]["actions"].append("0 knock")
    assert place(fault_of(record)) == (1, count, 0, "knock")


def test_an_unfinished_deal_followed_by_another_is_reported_at_its_end(record):
    record["deals"][0]["actions"].pop()
    assert place(fault_of(record)) == (0, len(record["deals"][0]["actions"]), None, None)


def test_a_deal_after_the_end_of_the_game(record):
    record["deals"].append(copy.deepcopy(record["deals"][-1]))
    error = fault_of(record)
    assert place(error) == (3, None, None, None)
    assert "end of the game" in error.reason


@pytest.mark.parametrize("deal", [None, [], "deal"])
def test_a_deal_is_an_object(record, deal):
    record["deals"][1] = deal
    assert place(fault_of(record)) == (1, None, None, None)


@pytest.mark.parametrize("actions", [None, {}, "0 knock"])
def test_actions_are_a_list(record, actions):
    record["deals"][1]["actions"] = actions
    assert place(fault_of(record)) == (1, None, None, None)


def test_between_two_deals_nobody_acts(record):
    """R4, R5: current_player null, no legal actions, the dealer of the finished deal."""
    record["deals"] = record["deals"][:1]
    found = summary(engines.replay(record))
    assert found["over"] is False
    assert (found["current_player"], found["legal_actions"]) == (None, [])
    assert (found["places"], found["payouts"]) == (None, None)
    assert found["dealer"] == record["deals"][0]["dealer"]
    assert len(found["totals"]) == len(found["pool"]) == 1


def test_a_record_without_deals(record):
    record["deals"] = []
    found = summary(engines.replay(record))
    assert found["dealer"] is None
    assert (found["totals"], found["pool"], found["legal_actions"]) == ([], [], [])


def test_on_and_off_and_defaults_may_be_given(record):
    record["options"] |= {"three_of_a_kind": "off", "first_round_knock": "on", "start_chips": 3}
    assert engines.replay(record).game.canonical_options == {"max_deals": 3, "max_turns": 12}
