"""The ledger: in the scheduler's order, once, balanced, and replayed to the same bytes."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from fairdeal.matches.models import Match, MatchState
from fairdeal.matches.services import match_cancel
from fairdeal.ratings import elo
from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import LedgerRow, LiveRating, Pool
from fairdeal.ratings.selectors import pools, rating_table
from fairdeal.ratings.services import ledger_append_ready, rerate
from fairdeal.ratings.tasks import append_ledger
from fairdeal.ratings.uncertainty import error_without_spread
from fairdeal.submissions.models import BotVersion

import engines
from tests.fairdeal.playing import (
    FakeWorker,
    all_draw,
    enqueue,
    first_wins,
    last_wins,
    make_match,
    make_version,
    make_versions,
    requeue,
)

pytestmark = pytest.mark.django_db


def hand_out(worker: FakeWorker, *line_ups: tuple[BotVersion, ...], **facts: Any) -> list[Match]:
    matches = [make_match(*line_up, salt=str(number), **facts) for number, line_up in enumerate(line_ups)]
    for match in matches:
        enqueue(match, worker.capture)
    return matches


def order() -> list[tuple[int, int]]:
    return list(LedgerRow.objects.order_by("sequence").values_list("block__match_id", "block__index"))


def live() -> dict[int, tuple[int, ...]]:
    columns = ("elo_milli", "minted_milli", "units", "games", "half_points", "half_points_squared")
    return {
        pk: tuple(rest) for pk, *rest in LiveRating.objects.order_by("version_id").values_list("version_id", *columns)
    }


def export(*arguments: str) -> str:
    out = StringIO()
    call_command("export_ledger", *arguments, stdout=out)
    return out.getvalue()


def test_a_finished_match_is_rated_at_once_by_the_rules_of_a_duel(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    (match,) = hand_out(worker, (a, b), blocks=1)
    worker.play(worker.job(match))
    row = LedgerRow.objects.get()
    assert (row.sequence, row.games, row.scores, row.deltas) == (1, 2, [[0, 4], [0, 0]], [20_000, -20_000])
    assert row.engine_version == engines.ENGINE_VERSION
    assert live() == {
        a.pk: (1_520_000, 1_500_000, 1, 2, 4, 16),
        b.pk: (1_480_000, 1_500_000, 1, 2, 0, 0),
    }
    match.refresh_from_db()
    assert match.rated_at is not None


def test_early_finishers_wait_for_their_turn(worker: FakeWorker) -> None:
    a, b, c = make_versions(3)
    first, second, third = hand_out(worker, (a, b), (b, c), (a, c))
    worker.play(worker.job(third))
    worker.play(worker.job(second))
    assert order() == []
    worker.play(worker.job(first))
    assert order() == [(match.pk, block) for match in (first, second, third) for block in (0, 1)]


def test_whatever_finishes_first_the_ledger_is_the_same(worker: FakeWorker) -> None:
    versions = make_versions(3)
    a, b, c = versions
    ledgers = set()
    for arrival in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        matches = hand_out(worker, (a, b), (b, c), (a, c))
        for number in arrival:
            worker.play(worker.job(matches[number]), (first_wins, last_wins, all_draw)[number])
        ledgers.add(export())
        LedgerRow.objects.all().delete()
        LiveRating.objects.all().delete()
        Pool.objects.all().delete()
    assert len(ledgers) == 1
    assert ledgers.pop().count("\n") == 6


def test_failed_and_cancelled_matches_are_passed_over_and_never_rated(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    failing, cancelled, played = hand_out(worker, (a, b), (a, b), (a, b))
    worker.play(worker.job(played))
    for _ in range(3):
        worker.answer(worker.failure(worker.job(failing)))
    assert order() == []
    with worker.capture(execute=True):
        match_cancel(match=cancelled)
    assert [match for match, _block in order()] == [played.pk] * 2
    # Played after all, it comes where the ledger is by then: nothing that is written is written again.
    with worker.capture(execute=True):
        requeue(failing)
    worker.play(worker.job(failing))
    assert [match for match, _block in order()] == [played.pk] * 2 + [failing.pk] * 2


def test_unrated_matches_neither_count_nor_hold_up(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    hand_out(worker, (a, b), is_rated=False)
    (rated,) = hand_out(worker, (a, b))
    worker.play(worker.job(rated))
    assert [match for match, _block in order()] == [rated.pk] * 2


def test_pools_do_not_wait_for_each_other(worker: FakeWorker) -> None:
    a, b, c = make_versions(3)
    waiting, other = hand_out(worker, (a, b), (a, b, c))
    worker.play(worker.job(other))
    assert {row.pool.ruleset for row in LedgerRow.objects.select_related("pool")} == {"thirty-one/3"}
    assert Match.objects.get(pk=waiting.pk).state == MatchState.QUEUED


def test_appending_again_changes_nothing(worker: FakeWorker) -> None:
    (match,) = hand_out(worker, tuple(make_versions(2)))
    worker.play(worker.job(match))
    before, ratings = export(), live()
    assert append_ledger() == 0
    assert ledger_append_ready() == 0
    assert (export(), live()) == (before, ratings)


def test_the_task_makes_up_for_a_lost_signal(worker: FakeWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    (match,) = hand_out(worker, tuple(make_versions(2)))
    with monkeypatch.context() as patch:
        patch.setattr("fairdeal.matches.services.matches.announce", lambda match_id: None)
        worker.play(worker.job(match))
    assert order() == []
    assert append_ledger() == 2
    assert len(order()) == 2


def test_a_crash_while_appending_leaves_nothing_half(worker: FakeWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    (match,) = hand_out(worker, tuple(make_versions(2)))

    def crash(*_: Any) -> None:
        raise RuntimeError("the machine stops here")

    with monkeypatch.context() as patch:
        patch.setattr("fairdeal.ratings.books.Books.write", crash)
        worker.play(worker.job(match))  # the listener fails, the result stands
    match.refresh_from_db()
    assert (match.state, match.rated_at) == (MatchState.FINISHED, None)
    assert not LedgerRow.objects.exists()
    assert not LiveRating.objects.exists()
    assert ledger_append_ready() == 2


def test_books_that_do_not_balance_raise_the_alarm_and_stop_the_pool(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    (match,) = hand_out(worker, (a, b))
    worker.play(worker.job(match))
    LiveRating.objects.filter(version=a).update(elo_milli=1_600_000)
    before = order()
    (another,) = hand_out(worker, (a, b), blocks=3)
    worker.play(worker.job(another))
    with pytest.raises(LedgerAlarm, match="minted"):
        ledger_append_ready()
    assert order() == before
    # Rebuilding from the ledger heals what somebody wrote into the ratings.
    rerate(pool=Pool.objects.get())
    assert ledger_append_ready() == 3


def test_rerating_gives_the_same_bytes(worker: FakeWorker) -> None:
    a, b, c = make_versions(3)
    for match in hand_out(worker, (a, b), (b, c), (c, a), (a, b), blocks=3):
        worker.play(worker.job(match), last_wins)
    before, ledger = live(), export()
    LiveRating.objects.update(elo_milli=1, units=0)
    call_command("rerate", stdout=StringIO())
    assert (live(), export()) == (before, ledger)
    assert sum(row[0] for row in before.values()) == 3 * elo.START


def test_a_ledger_row_that_somebody_changed_is_found(worker: FakeWorker) -> None:
    (match,) = hand_out(worker, tuple(make_versions(2)))
    worker.play(worker.job(match))
    before = live()
    LedgerRow.objects.filter(sequence=2).update(deltas=[1, -1])
    with pytest.raises(CommandError, match="row 2"):
        call_command("rerate")
    LedgerRow.objects.filter(sequence=2).delete()
    with pytest.raises(LedgerAlarm, match="1 rows"):
        rerate(pool=Pool.objects.get())
    assert live() == before


def test_a_new_version_starts_where_its_parent_is(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    (match,) = hand_out(worker, (a, b), blocks=5)
    worker.play(worker.job(match))
    parent = LiveRating.objects.get(version=a).elo_milli
    child = make_version("owner1", parent=a)
    (match,) = hand_out(worker, (child, b), blocks=1)
    worker.play(worker.job(match), all_draw)
    rating = LiveRating.objects.get(version=child)
    assert rating.minted_milli == parent
    assert LiveRating.objects.get(version=a).elo_milli == parent
    rows = LiveRating.objects.all()
    assert sum(row.elo_milli for row in rows) == sum(row.minted_milli for row in rows)
    before = live()
    rerate(pool=Pool.objects.get())
    assert live() == before


def test_a_table_of_four_is_rated_as_its_duels(worker: FakeWorker) -> None:
    versions = make_versions(4)
    (match,) = hand_out(worker, tuple(versions), blocks=1)
    worker.play(worker.job(match))
    row = LedgerRow.objects.get()
    assert row.games == 4
    assert row.scores == [[0, 8, 8, 8], [0, 0, 8, 8], [0, 0, 0, 8], [0, 0, 0, 0]]
    assert row.deltas == elo.table([elo.Rated(elo.START, 0)] * 4, row.scores, 4)


def test_sides_are_rated_as_a_duel_and_partners_as_a_team(worker: FakeWorker) -> None:
    a, b, c, d = make_versions(4)
    smear = {"game": "smear-four-handed", "players": 4}
    sides = make_match(a, b, blocks=1, entry_kind="side", **smear)
    enqueue(sides, worker.capture)
    worker.play(worker.job(sides))
    assert LedgerRow.objects.get(pool__entry_kind="side").deltas == [20_000, -20_000]
    partners = make_match(a, b, c, d, blocks=1, entry_kind="seat", **smear)
    enqueue(partners, worker.capture)
    worker.play(worker.job(partners))
    assert LedgerRow.objects.get(pool__entry_kind="seat").deltas == [20_000, -20_000, 20_000, -20_000]
    assert Pool.objects.count() == 2


def play_with_a_fault(worker: FakeWorker, match: Match) -> None:
    """Play a match of one block in which somebody fails in the first game."""
    job = worker.job(match)
    worker.store(job, 0)
    message = worker.result(job)
    game = message["blocks"][0]["games"][0]
    seat = game["places"].index(max(game["places"]))
    game["verdicts"][seat] = "crash"
    evidence = {"signal": None, "exit_code": 1, "cpu_ms": 1, "wall_ms": 1, "peak_kib": 1, "stderr_tail": "x"}
    game["faults"] = [
        {"seat": seat, "verdict": "crash", "detail": "", "deal": 0, "action_index": 0, "evidence": evidence}
    ]
    worker.answer(message)


def test_a_fault_among_partners_of_different_owners_is_not_rated(worker: FakeWorker) -> None:
    match = make_match(*make_versions(4), blocks=1, game="smear-four-handed", players=4, entry_kind="seat")
    enqueue(match, worker.capture)
    play_with_a_fault(worker, match)
    match.refresh_from_db()
    assert match.rated_at is not None
    assert not LedgerRow.objects.exists()


def test_a_batch_without_a_row_does_not_keep_those_behind_it(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fairdeal.ratings.services.BATCH", 2)
    smear = {"game": "smear-four-handed", "players": 4, "entry_kind": "seat", "blocks": 1}
    versions = tuple(make_versions(4))
    matches = hand_out(worker, *[versions] * 4, **smear)
    # The first is the last to end: all are ready at once, and the first two bring nothing.
    for match in (matches[3], matches[2]):
        worker.play(worker.job(match))
    for match in (matches[1], matches[0]):
        play_with_a_fault(worker, match)
    assert order() == [(matches[2].pk, 0), (matches[3].pk, 0)]
    assert not Match.objects.filter(rated_at=None).exists()


def test_the_export_names_no_keys_and_no_times(worker: FakeWorker) -> None:
    a, b = make_versions(2)
    hand_out(worker, (a, b), is_rated=False)
    match, later = hand_out(worker, (a, b), (b, a))
    for played in (match, later):
        worker.play(worker.job(played))
    rows = [json.loads(line) for line in export().splitlines()]
    assert [(row["sequence"], row["match"], row["block"]) for row in rows] == [
        (1, 1, 0),
        (2, 1, 1),
        (3, 2, 0),
        (4, 2, 1),
    ]
    assert rows[2]["versions"] == ["owner2/fox/1", "owner1/fox/1"]
    assert rows[0]["seed"] == match.seeds[0]
    assert set(rows[0]) == {
        *("pool", "entry", "sequence", "match", "block", "seed", "versions", "games", "scores"),
        *("placing", "deltas", "engine"),
    }  # fmt: skip
    assert export("--pool", "thirty-one/2") == export()
    with pytest.raises(CommandError, match="no pool"):
        export("--pool", "poker/2")


def test_the_rating_table(worker: FakeWorker, django_assert_max_num_queries: Any) -> None:
    a, b, c = make_versions(3)
    for places, match in zip((first_wins, last_wins), hand_out(worker, (a, b), (a, b), blocks=2), strict=True):
        worker.play(worker.job(match), places)
    (match,) = hand_out(worker, (c, a), blocks=1)
    worker.play(worker.job(match))
    (pool,) = pools()
    with django_assert_max_num_queries(3):
        rows = rating_table(pool)
    assert [row.rank for row in rows] == [1, 2, 3]
    assert rows[0].version == c
    assert (rows[0].score, rows[0].standard_error) == (1.0, None)
    second = next(row for row in rows if row.version == b)
    assert (second.units, second.games, second.score) == (4, 8, 0.5)
    # Block scores 0, 0, 1, 1: variance 1/3, standard error sqrt(1/12).
    assert second.standard_error == pytest.approx((1 / 12) ** 0.5)
    assert second.bot == str(b)
    LiveRating.objects.filter(version=b).update(half_points=16, half_points_squared=64)  # four blocks, all won
    (row,) = [row for row in rating_table(pool) if row.version == b]
    assert (row.score, row.standard_error) == (1.0, pytest.approx(error_without_spread(1.0, 4)))
