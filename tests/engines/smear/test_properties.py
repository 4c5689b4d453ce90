"""Random play over all options: the page's invariants hold, every game ends, and records replay."""

import pytest

import engines
from engines import testing
from engines.core.errors import BadOption
from engines.core.options import Choice, Flag
from engines.core.rng import Stream
from tests.engines.smear.table import play_on

SMEAR = [game_id for game_id in engines.game_ids() if game_id.startswith("smear-")]
TRIES = 8


def random_options(spec, choices):
    """Draw options: each is left alone, or takes a value it allows."""
    drawn = {"max_deals": 1 + choices.below(6)}
    for option in spec.options:
        if option.name == "max_deals" or choices.below(3) == 0:
            continue
        if isinstance(option, Flag):
            drawn[option.name] = bool(choices.below(2))
        elif isinstance(option, Choice):
            drawn[option.name] = choices.choice(option.words)
        else:
            high = min(option.high, 30)
            numbers = list(range(option.low, high + 1))
            drawn[option.name] = choices.choice([*numbers, *option.words])
    return drawn


def random_game(game_id, choices):
    """Draw players and options until they make sense together."""
    spec = engines.game_spec(game_id)
    while True:
        players = spec.min_players + choices.below(spec.max_players - spec.min_players + 1)
        try:
            return engines.make_game(game_id, players, random_options(spec, choices))
        except BadOption:
            continue


@pytest.mark.parametrize("game_id", SMEAR)
@pytest.mark.parametrize("number", range(TRIES))
def test_invariants_over_random_options(game_id, number):
    choices = Stream(f"{number:032x}", f"options-{game_id}")
    game = random_game(game_id, choices)
    assert testing.check_random_play(game, f"{number:032x}") > 0
    if number < 2:
        testing.check_record(game, f"{number + 100:032x}", every=60)


def test_scores_add_up_to_the_totals():
    state = engines.make_game("smear-four-handed").new_state("07" * 16)
    choices = Stream("08" * 16, "play")
    while not state.is_over:
        state.apply(state.random_action(choices))
    scores = [event["scores"] for event in state.events if event["type"] == "score"]
    assert [sum(column) for column in zip(*scores, strict=True)] == state.totals
    for event in (event for event in state.events if event["type"] == "score"):
        own = sum(award["value"] for award in event["awards"] if event["bidder"] in award["to"])
        assert event["made"] is (own >= event["bid"])


def test_a_game_of_many_deals_ends_at_max_deals():
    state = engines.make_game("smear-four-handed").new_state("09" * 16)
    while not state.is_over:
        state.apply(state.passive_action())
    assert len(state.totals_history) == 200
    assert state.places == (1, 1, 1, 1)


def test_broken_invariants_are_noticed():
    state = engines.make_game("smear-four-handed").new_state("0a" * 16)
    assert state.broken_invariants() == []
    clone = state.clone()
    clone.hands[0] &= clone.hands[0] - 1
    assert clone.broken_invariants() == ["every card of the pack is in exactly one place"]
    play_on(state)
    assert state.broken_invariants() == []
    state.hands[0] |= state.hands[1] & -state.hands[1]
    assert state.broken_invariants() == ["every card of the pack is in exactly one place"]
