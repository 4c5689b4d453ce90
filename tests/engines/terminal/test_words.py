"""Every event of every game is told in words, from one seat's view or from nobody's."""

import re

import pytest

import engines
from engines import testing
from engines.core.cards import CARD_TEXT
from engines.terminal.common import COMMON, tell
from engines.terminal.voice import Voice
from engines.terminal.words import words_of
from tests.engines.red_dog.builder import all_pass, table
from tests.engines.terminal.table import SEED
from tests.engines.thirty_one.builder import table as thirty_one_table

CARD = re.compile(r"\b(?:[2-9TJQKA][CDHS]|BJ|LJ)\b")
TABLES = [(game_id, {}) for game_id in engines.game_ids()]
TABLES += [
    ("maverick", {"equal_rank": "redeal", "max_deals": 100}),
    ("red-dog", {"burn_first": True, "start_chips": 3, "deals": 40}),
    ("smear-six-handed", {"refill": "dealer_takes_rest", "all_pass": "next_dealer"}),
    ("speculation", {"auction": "sealed", "start_chips": 4, "deals": 20}),
    ("thirty-one", {"max_turns": 3}),
]
#: What these tables do not show by themselves.
RARE = {"long", "short", "dead", "fold", "remove", "blitz", "turn_over"}


def last_state(game_id, options, seed=SEED):
    bound = {"max_deals": 25} if any(o.name == "max_deals" for o in engines.game_spec(game_id).options) else {}
    *_, state = testing.random_states(engines.make_game(game_id, None, {**bound, **options}), seed)
    return state


@pytest.mark.parametrize(("game_id", "options"), TABLES)
def test_every_event_has_words(game_id, options):
    state = last_state(game_id, options)
    known = {*COMMON, *words_of(state.game).tellers}
    assert {event["type"] for event in state.events} <= known


def test_no_teller_is_for_events_that_there_are_not():
    told = {event["type"] for game_id, options in TABLES for event in last_state(game_id, options).events}
    for game_id in engines.game_ids():
        assert {*words_of(engines.make_game(game_id)).tellers} <= told | RARE


def test_irregular_deals_of_red_dog_are_told():
    state = table(players=3, irregular={"long": [0], "short": [1], "faced": [0]})
    for action in ("dead", "fold", "bet 1"):
        state.act(action)
    lines = tell(Voice(state.game, 1), words_of(state.game), state.events_for(1))
    assert "Seat 0 has too many cards: a dead hand." in lines
    assert "You have too few cards." in lines
    assert "Seat 0 lays a dead hand away." in lines
    assert "You fold." in lines
    assert any(line.endswith("lay face up and is removed.") for line in lines)
    assert all_pass(state).deals_done == 1


def test_a_blitz_and_a_turned_pile_are_told():
    state = thirty_one_table({1: "AH KH TH"}, players=3)
    lines = tell(Voice(state.game, 1), words_of(state.game), state.events_for(1))
    assert "You have a blitz: AH KH TH, worth 31." in lines
    assert "Seats 0 and 2 lose." in lines
    state = thirty_one_table({}, players=2, max_turns=0)
    while "turn_over" not in {event["type"] for event in state.events}:
        state.act("draw stock" if "draw stock" in state.legal() else state.legal()[0])
    assert "The discard pile is turned over: a stock of 45." in tell(
        Voice(state.game, 0), words_of(state.game), state.events_for(0)
    )


@pytest.mark.parametrize(("game_id", "options"), TABLES)
def test_a_seat_is_told_no_card_that_it_may_not_know(game_id, options):
    state = last_state(game_id, options)
    for seat in range(state.game.players):
        events = state.events_for(seat)
        said = CARD.findall("\n".join(tell(Voice(state.game, seat), words_of(state.game), events)))
        assert set(said) <= set(CARD.findall(repr(events)))


@pytest.mark.parametrize(("game_id", "options"), TABLES)
def test_sentences_are_whole(game_id, options):
    """Each begins with a capital, a card or a number and ends with a full stop; nothing of Python shows through."""
    state = last_state(game_id, options)
    for seat in (None, 0):
        events = state.events if seat is None else state.events_for(seat)
        for line in filter(None, tell(Voice(state.game, seat), words_of(state.game), events)):
            assert re.match(r"[A-Z0-9]", line.strip()), line
            assert line.startswith(("Deal ", "  ")) or line.endswith("."), line
            assert not re.search(r"None|True|False|[{}\[\]_]|\byou \w+s\b(?<!pass)(?<! is)", line), line


def test_the_cards_of_a_trick_and_its_taker_are_one_line():
    state = last_state("smear-fort-frances", {})
    lines = tell(Voice(state.game, 2), words_of(state.game), state.events_for(2))
    tricks = [line for line in lines if line.endswith("the trick.") or " takes the trick" in line]
    assert tricks
    pattern = r"(You play|Seat \d plays) \S\S(, (you|seat \d) \S\S){3}: (you take|seat \d takes) the trick\."
    assert all(re.fullmatch(pattern, line) for line in tricks)


def test_who_knows_more_is_not_told_twice():
    state = last_state("thirty-one", {})
    seat = next(event["seat"] for event in state.events if event["type"] == "drawn")
    lines = tell(Voice(state.game, seat), words_of(state.game), state.events_for(seat))
    assert "You draw from the stock." not in lines
    assert any(re.fullmatch(r"You draw \S\S from the stock\.", line) for line in lines)


def test_a_game_of_somebody_else_is_told_by_its_fields():
    game = engines.make_game("thirty-one")
    events = [{"type": "hand_over", "seat": 1, "cards": list(CARD_TEXT[:2]), "bonus": None}]
    assert tell(Voice(game, 0), words_of(game), events) == ["Seat 1: hand over, cards 2C 3C."]


def test_partners_share_their_totals():
    game = engines.make_game("smear-four-handed")
    assert Voice(game, 2).amounts([3, -1, 3, -1]) == "you and seat 0: 3; seats 1 and 3: -1"
    assert Voice(engines.make_game("thirty-one"), 1).amounts([3, 2, 3, 0]) == "seat 0: 3; you: 2; seat 2: 3; seat 3: 0"
