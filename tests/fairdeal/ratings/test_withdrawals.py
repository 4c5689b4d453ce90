"""Rows of the ledger that withdraw others: nothing is edited, and what follows forgets the withdrawn."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from fairdeal.common.errors import Conflict, InvalidInput
from fairdeal.ratings.models import HistoryPoint, LedgerRow, LiveRating, PairTotal, Pool
from fairdeal.ratings.services import ledger_append_ready, ledger_void, rerate

from tests.fairdeal.playing import FakeWorker, all_draw, enqueue, first_wins, last_wins, make_match, make_versions

pytestmark = pytest.mark.django_db


def play(worker: FakeWorker, *places: Any) -> Pool:
    """Play a match of two blocks for each of the ways to place, between the same two."""
    a, b = make_versions(2)
    for number, way in enumerate(places):
        match = make_match(a, b, salt=f"{number}")
        enqueue(match, worker.capture)
        worker.play(worker.job(match), way)
    return Pool.objects.get()


def derived() -> list[Any]:
    return [
        list(LiveRating.objects.order_by("version_id").values_list("elo_milli", "units", "games", "record")),
        list(PairTotal.objects.values_list("blocks", "wins", "half_points", "block_squares")),
        list(HistoryPoint.objects.values_list("units", "elo_milli", "bankroll")),
    ]


def test_withdrawn_rows_leave_no_trace_in_what_follows(worker: FakeWorker) -> None:
    pool = play(worker, first_wins)
    expected = derived()
    a, b = [rating.version for rating in LiveRating.objects.order_by("version_id")]
    for salt in ("x", "y"):
        match = make_match(a, b, salt=salt)
        enqueue(match, worker.capture)
        worker.play(worker.job(match), last_wins)
    stored = list(LedgerRow.objects.order_by("sequence").values_list("scores", "deltas"))
    assert ledger_void(pool=pool, sequences=[3, 4, 5, 6], reason="the engine dealt wrongly") == 4
    assert derived() == expected
    rows = LedgerRow.objects.order_by("sequence")
    assert list(rows.values_list("scores", "deltas")[:6]) == stored
    assert [row.voids.sequence for row in rows[6:] if row.voids] == [3, 4, 5, 6]
    pool.refresh_from_db()
    assert (pool.last_sequence, rerate(pool=pool)) == (10, 10)
    assert derived() == expected


def test_the_ledger_goes_on_after_a_withdrawal_and_replays_to_the_same(worker: FakeWorker) -> None:
    pool = play(worker, first_wins, all_draw)
    ledger_void(pool=pool, sequences=[1], reason="wrong")
    a, b = [rating.version for rating in LiveRating.objects.order_by("version_id")]
    match = make_match(a, b, salt="later")
    enqueue(match, worker.capture)
    worker.play(worker.job(match), last_wins)
    assert ledger_append_ready() == 0
    before = derived()
    call_command("rerate", stdout=StringIO())
    assert derived() == before
    ledger_void(pool=pool, sequences=[6], reason="wrong again")
    rerate(pool=pool)
    assert LiveRating.objects.get(version=a).units == 4
    out = StringIO()
    call_command("export_ledger", stdout=out)
    assert '"reason":"wrong","sequence":5,"voids":1' in out.getvalue()


def test_withdrawals_that_cannot_be_are_refused(worker: FakeWorker) -> None:
    pool = play(worker, first_wins)
    for sequences, reason in (([], "why"), ([1], " ")):
        with pytest.raises(InvalidInput, match="name them and the reason"):
            ledger_void(pool=pool, sequences=sequences, reason=reason)
    with pytest.raises(InvalidInput, match="no rated block in row 9"):
        ledger_void(pool=pool, sequences=[1, 9], reason="why")
    ledger_void(pool=pool, sequences=[2], reason="why")
    with pytest.raises(Conflict, match="Row 2 was withdrawn already"):
        ledger_void(pool=pool, sequences=[1, 2], reason="why")
    with pytest.raises(InvalidInput, match="no rated block in row 3"):
        ledger_void(pool=pool, sequences=[3], reason="why")


def test_rows_are_never_edited(worker: FakeWorker) -> None:
    pool = play(worker, first_wins)
    row = LedgerRow.objects.filter(pool=pool).order_by("sequence")[0]
    row.games = 7
    with pytest.raises(TypeError, match="cannot be changed"):
        row.save()
    with pytest.raises(TypeError, match="cannot be deleted"):
        row.delete()


@pytest.mark.parametrize("facts", [{"sequence": 0}, {"sequence": 1}, {"sequence": 9, "block": None}])
def test_the_database_refuses_rows_out_of_order_and_without_a_subject(
    worker: FakeWorker, facts: dict[str, Any]
) -> None:
    pool = play(worker, first_wins)
    block = LedgerRow.objects.filter(pool=pool).order_by("sequence")[0].block
    LedgerRow.objects.filter(sequence=2).update(block=None, voids=LedgerRow.objects.get(sequence=1))
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerRow.objects.create(**{"pool": pool, "block": block, **facts})
