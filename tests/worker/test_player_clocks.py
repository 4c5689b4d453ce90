"""What a move costs a player, and when a seat is stopped, with seats that follow a script."""

from __future__ import annotations

import pytest

from tests.worker.players import READY, act, answer, bot, fault_of, seated, start
from worker.referee.clock import QUICK_S
from worker.referee.verdicts import BotFault, HostFault, HostVerdict, Verdict


def test_a_bot_is_stopped_while_the_others_start_and_while_they_think() -> None:
    player, seat, _ = seated(bot([answer(1)], [answer(2)]))
    start(player)
    assert seat.stopped
    act(player)
    assert not seat.stopped, "it is about to wait for its next request: others that answer at once need not stop it"
    player.rest()
    assert seat.stopped
    act(player)
    assert not seat.stopped


def test_a_bot_that_works_between_its_moves_pays_for_it_and_is_stopped_at_every_answer_in_the_end() -> None:
    player, seat, _ = seated(bot([answer(1)], [("cpu", 0.03), answer(2)], [answer(3)], [answer(4)]))
    start(player)
    act(player)
    seat.cpu += 0.35
    act(player)
    assert player.clock.last_ms == 380 and player.clock.bank_ms == pytest.approx(500 - 280)
    assert not seat.stopped, "it may have thought as long on its own time: from now on its clock is watched"
    seat.cpu += 0.001
    act(player)
    assert player.clock.last_ms == 1 and seat.stopped
    act(player)
    assert player.clock.last_ms == 0 and seat.stopped


def test_long_thoughts_on_its_own_time_make_nobody_suspect() -> None:
    player, seat, _ = seated(bot([("cpu", 0.05), answer(1)], [("cpu", 0.05), answer(2)]))
    start(player)
    act(player)
    seat.cpu += 0.0001
    act(player)
    assert not seat.stopped


@pytest.mark.parametrize("seconds", [0.005, 0.02])
def test_others_hear_of_a_wait_only_when_it_lasts(seconds: float) -> None:
    player, _, _ = seated(bot([("wall", seconds), answer(1)]))
    start(player)
    heard: list[float] = []
    player.act(["pass"], b"{}", b"[]", lambda: heard.append(seconds))
    assert heard == ([seconds] if seconds > QUICK_S else [])


def test_a_bot_that_works_too_long_is_over_time_by_its_cpu_clock() -> None:
    player, _, time = seated(bot([("cpu", 60.0)]))
    before = time()
    fault = fault_of(player, 1)
    assert fault.verdict is Verdict.TIME_LIMIT
    assert time() - before < 1.0


def test_a_bot_that_only_waits_is_over_time_by_the_wall_clock() -> None:
    player, _, time = seated(bot([]))
    before = time()
    assert fault_of(player, 1).verdict is Verdict.TIME_LIMIT
    assert 2.4 <= time() - before < 2.6


def test_an_unfinished_line_does_not_stop_the_clock() -> None:
    player, _, _ = seated(bot([b'{"n":1,', ("wall", 60.0)]))
    assert fault_of(player, 1).verdict is Verdict.TIME_LIMIT


def test_waiting_beside_a_busy_host_costs_little() -> None:
    player, _, _ = seated(bot([("wall", 0.3), answer(1)]))
    start(player)
    act(player)
    assert player.clock.bank_ms == 500


def test_the_bank_pays_for_long_thoughts_until_it_is_empty() -> None:
    player, _, _ = seated(bot([("cpu", 0.4), answer(1)], [("cpu", 0.3), answer(2)], [("cpu", 0.11), answer(3)]))
    start(player)
    act(player)
    assert player.clock.bank_ms == pytest.approx(200)
    act(player)
    assert player.clock.bank_ms == pytest.approx(0)
    with pytest.raises(BotFault) as caught:
        act(player)
    assert caught.value.verdict is Verdict.TIME_LIMIT


def test_a_pause_of_the_referee_convicts_nobody() -> None:
    player, _, _ = seated(bot([("gap", 9.0), answer(1)]))
    start(player)
    assert act(player) == "pass"
    assert player.clock.bank_ms == 500


def test_a_long_pause_of_the_referee_ends_the_attempt() -> None:
    player, _, _ = seated(bot([("gap", 11.0), answer(1)]))
    start(player)
    with pytest.raises(HostFault) as caught:
        act(player)
    assert caught.value.verdict is HostVerdict.HOST_LOST


def test_an_answer_that_lies_in_the_pipe_is_looked_for_before_the_verdict() -> None:
    # 0.2 s late is no pause to be forgiven, yet the answer was there: the bank decides, not the missed slice.
    player, _, _ = seated(bot([("wall", 2.35), ("gap", 0.2), answer(1)]))
    start(player)
    with pytest.raises(BotFault) as caught:
        act(player)
    assert "for an answer" in caught.value.detail


def test_starting_has_its_own_allowance() -> None:
    player, _, _ = seated(bot([answer(1)], ready=[("cpu", 0.9), READY]))
    start(player)
    act(player)
    assert player.clock.bank_ms == 500
