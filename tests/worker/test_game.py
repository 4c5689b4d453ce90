"""One game between players in this process: faults, passive play, places, events, our own failures."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engines
from tests.worker.fakes import ScriptedPlayer, evidence, first_legal
from worker.referee.game import play_game
from worker.referee.players import Player, RandomPlayer
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict

SEED = "00112233445566778899aabbccddeeff"
RNGS = ["0000000000000001"] * 7
FAULT = BotFault(Verdict.CRASH, "no answer")


def table(players: int = 3) -> engines.Game:
    return engines.make_game("thirty-one", players)


def played(*players: Player, game: engines.Game | None = None, memory_mb: int = 256) -> Any:
    return play_game(game or table(len(players)), SEED, players, RNGS, memory_mb=memory_mb)


def faulty_at(action: int, fault: BotFault) -> ScriptedPlayer:
    """Make a player that fails at its n-th action, from 1."""

    def choose(observation: dict[str, Any], legal: list[str]) -> str:
        if player.acted >= action:
            raise fault
        return first_legal(observation, legal)

    player = ScriptedPlayer(choose, evidence(exit_code=1, stderr="boom"))
    return player


def test_a_game_without_faults_is_scored_as_the_cards_said() -> None:
    game = played(*(RandomPlayer(bytes([seat] * 16)) for seat in range(3)))
    state = engines.replay({key: value for key, value in game.record.items() if key != "times"})
    assert state.is_over and state.places is not None
    assert game.places == list(state.places)
    assert game.totals == list(state.totals)
    assert game.verdicts == [Verdict.OK] * 3
    assert game.faults == []
    assert game.deals == len(game.record["deals"])


def test_the_record_has_a_time_for_every_action_and_replays_with_them() -> None:
    game = played(*(RandomPlayer(bytes([seat] * 16)) for seat in range(3)))
    assert [len(times) for times in game.record["times"]] == [len(deal["actions"]) for deal in game.record["deals"]]
    assert engines.replay(game.record).is_over


def test_every_seat_has_its_evidence_also_one_without_a_fault() -> None:
    def seat() -> ScriptedPlayer:
        return ScriptedPlayer(first_legal, evidence(wall_ms=12.3456, peak_kib=15_000))

    game = played(seat(), seat(), RandomPlayer(b"a" * 16))
    assert [(time.wall_ms, time.peak_kib) for time in game.time] == [(12.346, 15_000), (12.346, 15_000), (0.0, 0)]


def test_a_seat_that_fails_is_played_passively_and_comes_last() -> None:
    bad = faulty_at(2, FAULT)
    others = [RandomPlayer(b"a" * 16), RandomPlayer(b"b" * 16)]
    game = played(others[0], bad, others[1])
    assert game.verdicts == [Verdict.OK, Verdict.CRASH, Verdict.OK]
    assert game.places[1] == 3 and sorted(game.places)[0] == 1
    assert bad.acted == 2
    assert bad.closed[0] is False and bad.end_message is None
    [fault] = game.faults
    assert (fault.seat, fault.verdict) == (1, "crash")
    assert fault.evidence.stderr_tail == "boom" and fault.evidence.exit_code == 1
    actions = game.record["deals"][fault.deal]["actions"]
    assert actions[fault.action_index].startswith("1 ")


def test_passive_play_is_the_games_own_rule() -> None:
    game = played(faulty_at(1, BotFault(Verdict.TIME_LIMIT, "late")), ScriptedPlayer(first_legal))
    state = table(2).new_state(SEED)
    for deal in game.record["deals"]:
        for entry in deal["actions"]:
            seat, action = entry.split(" ", 1)
            if seat == "0":
                assert action == state.format(state.passive_action())
            state.act(action)
    assert state.is_over


def test_a_seat_that_fails_to_start_is_out_from_the_beginning() -> None:
    class NoStart(ScriptedPlayer):
        def start(self, **told: Any) -> None:
            raise BotFault(Verdict.START_FAILED, "not ready")

    bad = NoStart(first_legal, evidence(exit_code=1))
    game = played(bad, RandomPlayer(b"a" * 16))
    assert game.verdicts == [Verdict.START_FAILED, Verdict.OK]
    assert game.places == [2, 1]
    assert bad.acted == 0
    assert (game.faults[0].deal, game.faults[0].action_index) == (0, 0)


def test_all_seats_may_fail_and_the_game_still_ends() -> None:
    game = played(*(faulty_at(1, FAULT) for _ in range(3)))
    assert game.places == [1, 1, 1]
    assert len(game.faults) == 3


def test_an_illegal_action_names_what_was_legal() -> None:
    for text in ("castle kingside", "", "draw  stock", "draw stock\n", "DRAW STOCK", "play ZZ"):
        game = played(ScriptedPlayer(lambda observation, legal, text=text: text), RandomPlayer(b"a" * 16))
        assert game.verdicts[0] is Verdict.ILLEGAL_ACTION, text
        assert "draw stock" in game.faults[0].detail
        assert game.situations[0].observation["seat"] == 0


def test_the_others_get_their_last_observation() -> None:
    watcher = ScriptedPlayer(first_legal)
    game = played(watcher, faulty_at(1, FAULT))
    assert watcher.end_message is not None
    assert watcher.end_message["places"] == game.places == [1, 2]
    assert watcher.closed == [True]


def test_a_seat_is_told_each_event_once_and_nothing_hidden() -> None:
    watcher = ScriptedPlayer(first_legal)
    play_game(table(2), SEED, [watcher, RandomPlayer(b"a" * 16)], RNGS, memory_mb=256)
    state = table(2).new_state(SEED)
    replayed = played(ScriptedPlayer(first_legal), RandomPlayer(b"a" * 16))
    for deal in replayed.record["deals"]:
        for entry in deal["actions"]:
            state.act(entry.split(" ", 1)[1])
    assert watcher.events == state.events_for(0)
    assert SEED not in json.dumps(watcher.events)


def test_the_others_rest_while_somebody_thinks() -> None:
    slow, quick, failed = ScriptedPlayer(first_legal), ScriptedPlayer(first_legal), faulty_at(1, FAULT)
    slow.is_slow = True
    played(slow, quick, failed)
    assert quick.rested == slow.acted > 0
    assert slow.rested == 0 and failed.rested <= 1


def test_stderr_beyond_its_limit_is_a_fault_even_if_the_bot_played_on() -> None:
    chatty = ScriptedPlayer(first_legal, evidence(stderr_overflow=True))
    game = played(chatty, RandomPlayer(b"a" * 16))
    assert game.verdicts[0] is Verdict.OUTPUT_LIMIT
    assert game.places == [2, 1]


def test_an_engine_that_fails_blames_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [ScriptedPlayer(first_legal), ScriptedPlayer(first_legal)]
    monkeypatch.setattr(engines.State, "apply", lambda *_: 1 / 0)
    with pytest.raises(HostFault) as caught:
        played(*players)
    assert caught.value.verdict is HostVerdict.ENGINE_ERROR
    assert all(player.closed for player in players)


def test_a_host_that_fails_closes_every_player() -> None:
    def lost(observation: dict[str, Any], legal: list[str]) -> str:
        raise HostFault(HostVerdict.HOST_LOST, "not run")

    players = [ScriptedPlayer(lost), ScriptedPlayer(lost)]
    with pytest.raises(HostFault):
        played(*players)
    assert all(player.closed for player in players)


def test_each_player_is_told_the_game_its_seat_and_its_own_seed() -> None:
    players = [ScriptedPlayer(first_legal), ScriptedPlayer(first_legal)]
    play_game(table(2), SEED, players, ["a" * 16, "b" * 16], memory_mb=256)
    assert [player.told["seat"] for player in players] == [0, 1]
    assert [player.told["rng"] for player in players] == ["a" * 16, "b" * 16]
    assert players[0].told["options"] == dict(table(2).options)
