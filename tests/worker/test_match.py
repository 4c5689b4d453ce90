"""Whole matches between players in this process: rotations, seeds, records."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

import pytest

import engines
from tests.worker.fakes import ScriptedPlayer, first_legal
from worker.contract import Entrant, Limits, MatchJob
from worker.referee.match import PlayedBlock, make_table, play_blocks, seating
from worker.referee.players import RandomPlayer
from worker.referee.protocol import seat_rng
from worker.referee.verdicts import HostFault, HostVerdict

BUNDLE = Entrant(bundle="ab" * 32, language="python", entry="main.py")


def job(**changes: Any) -> MatchJob:
    facts: dict[str, Any] = {
        "contract": 1,
        "match": 12,
        "attempt": 34,
        "token": "secret",
        "platform": "http://127.0.0.1:8000",
        "game": "thirty-one",
        "players": 3,
        "options": {},
        "entry": "seat",
        "entrants": [BUNDLE] * 3,
        "seeds": ["00" * 16, "11" * 16],
        "rng_seed": "22" * 16,
        "limits": Limits(),
    }
    return MatchJob(**(facts | changes))


def random_player(entrant: int) -> RandomPlayer:
    return RandomPlayer(bytes([entrant] * 16))


def blocks_of(match: MatchJob) -> list[PlayedBlock]:
    return list(play_blocks(match, random_player))


def test_every_entrant_sits_at_every_seat_once_a_block() -> None:
    for block in blocks_of(job()):
        seatings = [game.seating for game in block.games]
        assert seatings == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


@pytest.mark.parametrize("game_id", [name for name in engines.game_ids() if name.startswith("smear")])
def test_sides_are_played_by_one_entrant_each(game_id: str) -> None:
    game = engines.make_game(game_id)
    first, second = (seating("side", game, rotation) for rotation in range(2))
    assert first == list(game.side_of)
    assert all(a != b for a, b in zip(first, second, strict=True))


def test_all_games_of_a_block_have_the_same_deals_and_blocks_have_others() -> None:
    first, second = blocks_of(job())
    decks = []
    for block in (first, second):
        games = json.loads(gzip.decompress(block.record.content))["games"]
        assert len({game["deals"][0]["deck"] for game in games}) == 1
        assert len({game["deals"][0]["dealer"] for game in games}) == 1
        decks.append(games[0]["deals"][0]["deck"])
    assert decks[0] != decks[1]


def test_the_same_job_gives_the_same_bytes() -> None:
    first, second = blocks_of(job()), blocks_of(job())
    assert [block.record.content for block in first] == [block.record.content for block in second]
    assert [block.games for block in first] == [block.games for block in second]


def test_a_record_is_named_by_the_hash_of_its_bytes_and_holds_its_games() -> None:
    [block, _] = blocks_of(job())
    assert block.record.sha256 == hashlib.sha256(block.record.content).hexdigest()
    assert block.record.size == len(block.record.content)
    document = json.loads(gzip.decompress(block.record.content))
    assert (document["format"], document["block"]) == (1, 0)
    for record, result in zip(document["games"], block.games, strict=True):
        assert list(engines.replay(record).places or ()) == result.places


def test_a_bots_seed_differs_by_block_rotation_and_seat_and_is_64_bits() -> None:
    seeds = {seat_rng("22" * 16, *place) for place in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]}
    assert len(seeds) == 4
    assert all(len(seed) == 16 and int(seed, 16) >= 0 for seed in seeds)
    assert seat_rng("22" * 16, 0, 0, 0) == seat_rng("22" * 16, 0, 0, 0) != seat_rng("33" * 16, 0, 0, 0)


def test_players_get_their_own_seeds() -> None:
    made: list[ScriptedPlayer] = []

    def make(entrant: int) -> ScriptedPlayer:
        made.append(ScriptedPlayer(first_legal))
        return made[-1]

    list(play_blocks(job(seeds=["00" * 16]), make))
    assert len({player.told["rng"] for player in made}) == 9


@pytest.mark.parametrize(
    "changes",
    [{"game": "bridge"}, {"players": 99}, {"options": {"no-such": 1}}, {"entrants": [BUNDLE] * 2}],
)
def test_a_job_that_the_engines_refuse_is_our_fault(changes: dict[str, Any]) -> None:
    with pytest.raises(HostFault) as caught:
        make_table(job(**changes))
    assert caught.value.verdict is HostVerdict.ENGINE_ERROR
