"""What a person may type, and what he is told when he types something else."""

import pytest

import engines
from engines.terminal.entry import BadEntry, menu, read_entry, usage
from tests.engines.red_dog.builder import table

SEED = f"{7:032x}"


@pytest.fixture
def auction():
    """The first call of a deal: `pass` or `bid 2..4`."""
    return engines.make_game("smear-four-handed").new_state(SEED, first_dealer=3)


@pytest.fixture
def play(auction):
    """The first card of the tricks: any card of seat 0's."""
    for action in ("bid 4", "trump H"):
        auction.act(action)
    while auction.observation(0)["phase"] == "discard":
        auction.apply(auction.passive_action())
    return auction


@pytest.mark.parametrize("entry", ["bid 3", "  bid   3 ", "BID 3", "Bid 3"])
def test_an_action_is_typed_in_any_case_and_spacing(auction, entry):
    assert auction.format(read_entry(auction, entry)) == "bid 3"


def test_an_action_is_typed_by_its_number(auction):
    assert menu(auction) == ["[1] pass  [2] bid 2..4"]
    assert auction.format(read_entry(auction, "1")) == "pass"


def test_a_card_alone_is_enough(play):
    card = play.observation(0)["hand"][0]
    for entry in (f"play {card}", card, card.lower(), f"PLAY {card.lower()}", "1"):
        assert play.format(read_entry(play, entry)) == f"play {card}"


def test_a_word_or_a_suit_alone_is_enough(auction):
    auction.act("bid 4")
    assert auction.format(read_entry(auction, "h")) == "trump H"
    draw = engines.make_game("thirty-one").new_state(SEED)
    assert draw.format(read_entry(draw, "stock")) == "draw stock"


def test_a_number_chooses_a_range_of_one_value():
    state = table(players=2, chips=[2, 2], start_chips=2)
    assert state.legal()[0] == "bet 1..1"
    assert state.format(read_entry(state, "1")) == "bet 1"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("", "Nothing was typed"),
        ("0", "no action number 0; they go from 1 to 2"),
        ("3", "no action number 3"),
        ("9" * 5000, "no action number"),
        ("2", "a number in the place of each range of bid 2..4: type for example bid 2"),
        ("bid", "'bid' is not allowed; allowed: bid 2..4"),
        ("bid 5", "'bid 5' is not allowed; allowed: bid 2..4"),
        ("bid three", "allowed: bid 2..4"),
        ("bid -3", "allowed: bid 2..4"),
        ("play AS", "You cannot play now; you may: pass, bid"),
        ("knock", "'knock' is no action; now you may: pass, bid"),
        ("AS", "AS cannot be chosen now; now you may: pass, bid"),
        ("\x1b[A", "is no action"),
    ],
)
def test_a_wrong_entry_says_why(auction, entry, reason):
    with pytest.raises(BadEntry) as caught:
        read_entry(auction, entry)
    assert reason in str(caught.value)


def test_a_card_that_is_not_held_and_one_that_may_not_be_played_are_told_apart(play):
    lead = next(card for card in play.observation(0)["hand"] if card[1] == "S")
    play.act(f"play {lead}")
    hand = play.observation(1)["hand"]
    legal = [text.removeprefix("play ") for text in play.legal()]
    kept = next(card for card in hand if card not in legal)
    with pytest.raises(BadEntry, match=f"You have {kept}, but the rules do not allow it now; allowed: play "):
        read_entry(play, f"play {kept}")
    with pytest.raises(BadEntry, match=f"You do not have {lead}"):
        read_entry(play, f"play {lead}")


def test_the_menu_names_the_verb_of_cards_once(play):
    cards = [text.removeprefix("play ") for text in play.legal()]
    numbered = [f"[{number}] {card}" for number, card in enumerate(cards, 1)]
    assert "\n".join(menu(play)).replace("play ", "").split("  ") == numbered


def test_the_usage_explains_ranges_where_there_are_any(auction, play):
    assert "bid 2..4 stands for every number" in "\n".join(
        usage(engines.make_game("smear-four-handed").new_state(SEED))
    )
    assert "stands for every number" not in "\n".join(usage(play))
