"""Verifying a record: what is true passes, and each lie is named where it stands."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import engines
from engines.core.rng import Stream
from engines.verify import Difference, FaultPoint, places_after_faults, verify_game

SEED = "5e" * 16
TABLES = [("thirty-one", 3), ("smear-four-handed", 4), ("maverick", 4), ("red-dog", 5), ("speculation", 4)]
Record = dict[str, Any]


def play(game: engines.Game, broken: int | None = None, seed: str = SEED) -> tuple[Record, list[FaultPoint]]:
    """Play a game at random; a broken seat is played passively from its second action of the first deal on."""
    state, rng, faults = game.new_state(seed), Stream(SEED, "verify"), []
    acted = 0
    while not state.is_over:
        action = state.random_action(rng)
        if state.current_player == broken:
            acted += 1
            if acted == 2:
                faults.append(FaultPoint(broken, state.deals_done, len(state.moves)))
            if acted >= 2:
                action = state.passive_action()
        state.apply(action)
    return state.record(), faults


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_true_record_passes(game_id: str, players: int) -> None:
    game = engines.make_game(game_id, players)
    record, faults = play(game, broken=1)
    state = verify_game(game, SEED, record, faults)
    assert record["result"]["totals"] == list(state.totals)


def other_deck(record: Record) -> None:
    cards = record["deals"][1]["deck"].split(" ")
    cards[0], cards[1] = cards[1], cards[0]
    record["deals"][1]["deck"] = " ".join(cards)


def other_action(record: Record) -> None:
    record["deals"][1]["actions"][0] = record["deals"][1]["actions"][0].split(" ")[0] + " sing"


def other_dealer(record: Record) -> None:
    record["deals"][0]["dealer"] = 1 - record["deals"][0]["dealer"]


def other_totals(record: Record) -> None:
    record["result"]["totals"][0] += 1


def other_payouts(record: Record) -> None:
    record["result"]["payouts"][0] += 0.5


def cut_short(record: Record) -> None:
    record["deals"].pop()


def two_faults(record: Record) -> None:
    other_deck(record)
    record["deals"][0]["actions"][0] = "0 sing"


LIES: list[tuple[Callable[[Record], None], str]] = [
    (other_deck, "deal 1: the deck is"),
    (other_action, "deal 1, index 0"),
    (other_dealer, "deal 0: the dealer is"),
    (other_totals, "the result's totals"),
    (other_payouts, "the result's payouts"),
    (cut_short, "before the game is over"),
    (two_faults, "deal 0, index 0"),
    (lambda record: record.update(seed="5f" * 16), "the seed is"),
    (lambda record: record.update(game="red-dog"), "the game is"),
    (lambda record: record.update(players=3), "the number of players is"),
    (lambda record: record.update(options={"lives": 1}), "options is"),
    (lambda record: record.update(format=True), "the format is"),
    (lambda record: record.pop("result"), "must have a result"),
    (lambda record: record.update(deals=None), "'deals' must be a list"),
]


@pytest.mark.parametrize(("lie", "named"), LIES)
def test_a_lie_is_named_where_it_stands(lie: Callable[[Record], None], named: str) -> None:
    game = engines.make_game("thirty-one", 2)
    record, _ = play(game)
    changed = copy.deepcopy(record)
    lie(changed)
    with pytest.raises(Difference) as found:
        verify_game(game, SEED, changed)
    assert named in str(found.value)


def test_cards_of_another_seed_are_no_cards_of_this_one() -> None:
    game = engines.make_game("thirty-one", 2)
    record, _ = play(game, seed="77" * 16)
    with pytest.raises(Difference, match="deal 0"):
        verify_game(game, SEED, {**record, "seed": SEED})


def test_a_seat_that_failed_is_played_by_the_passive_rule_alone() -> None:
    game = engines.make_game("thirty-one", 2)
    record, _ = play(game)
    later = FaultPoint(seat=1, deal=0, index=0)
    with pytest.raises(Difference, match="the action of seat 1, which failed"):
        verify_game(game, SEED, record, [later])


def test_sides_with_a_fault_share_the_last_place() -> None:
    assert places_after_faults([1, 2, 3], [0, 1, 2], [0]) == [3, 1, 2]
    assert places_after_faults([1, 3, 1, 3], [0, 1, 0, 1], [2]) == [3, 1, 3, 1]
    assert places_after_faults([1, 2, 3, 4], [0, 1, 2, 3], [0, 2]) == [3, 1, 3, 2]
    assert places_after_faults([1, 1], [0, 1], [0, 1]) == [1, 1]


def test_a_difference_tells_the_way_to_it() -> None:
    assert str(Difference("the seed is 1", "game 2").within("block 3")) == "block 3: game 2: the seed is 1"
