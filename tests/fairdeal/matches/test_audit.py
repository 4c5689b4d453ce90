"""The auditor: true results pass, a changed one raises an alarm that stays until staff has settled it."""

from __future__ import annotations

import gzip
import json
import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from fairdeal.accounts.models import User
from fairdeal.common import blobs
from fairdeal.common.errors import Forbidden, NotFound
from fairdeal.matches.models import Alarm, AlarmKind, Attempt, AttemptState, Block, Match
from fairdeal.matches.services import alarm_raise, alarm_settle, audit_at_random, match_audit
from fairdeal.matches.tasks import audit_matches
from fairdeal.ratings.models import LedgerRow

from tests.fairdeal.honest import HonestWorker
from tests.fairdeal.playing import enqueue, make_match, make_version, make_versions

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(db: None, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> HonestWorker:
    return HonestWorker(sent, django_capture_on_commit_callbacks)


@pytest.fixture
def match(worker: HonestWorker) -> Match:
    """A match of three with a fault, played by the real referee."""
    found = make_match(*make_versions(3), blocks=2)
    enqueue(found, worker.capture)
    worker.play_truly(worker.job(found), breaks={1: 3})
    found.refresh_from_db()
    assert found.state == "finished"
    return found


def change(match: Match, **facts: Any) -> None:
    """Change the summary of the second game of the second block."""
    block = Block.objects.get(match=match, index=1)
    block.games[1] |= facts
    block.save()


def test_a_true_result_passes(match: Match) -> None:
    games = [game for block in match.blocks.all() for game in block.games]
    assert all(game["verdicts"].count("crash") == 1 for game in games)
    audit = match_audit(match=match)
    assert (audit.blocks, audit.skipped, audit.alarm) == (2, "", None)
    assert not Alarm.objects.exists()


def test_sides_of_partners_pass(worker: HonestWorker) -> None:
    versions = make_versions(2)
    match = make_match(*versions, blocks=1, game="smear-four-handed", players=4, entry_kind="side")
    enqueue(match, worker.capture)
    worker.play_truly(worker.job(match), breaks={0: 5})
    match.refresh_from_db()
    assert match_audit(match=match).blocks == 1


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"totals": [9, 9, 9]}, "block 1: game 1: the totals is [9, 9, 9]"),
        ({"places": [1, 1, 1]}, "block 1: game 1: the places is [1, 1, 1]"),
        ({"payouts": [0.5, 0.5, 0.0]}, "the payouts"),
        ({"deals": 99}, "the number of deals"),
        ({"verdicts": ["ok", "ok", "ok"], "faults": []}, "the record's verdicts"),
        ({"seating": [0, 1, 2]}, "the seating"),
    ],
)
def test_a_changed_result_raises_an_alarm_that_names_it(match: Match, facts: dict[str, Any], named: str) -> None:
    change(match, **facts)
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert named in audit.alarm.detail
    assert (audit.alarm.kind, audit.alarm.match, audit.alarm.worker) == (AlarmKind.RESULT, match, "host:1")
    # The same trouble again is the same alarm.
    assert match_audit(match=match).alarm == audit.alarm
    assert Alarm.objects.count() == 1


def test_a_record_of_other_cards_raises_an_alarm(match: Match) -> None:
    block = Block.objects.get(match=match, index=0)
    document = json.loads(gzip.decompress(blobs.read(block.record_sha256)))
    deal = document["games"][0]["deals"][0]
    deal["deck"] = " ".join(reversed(deal["deck"].split(" ")))
    block.record_sha256 = blobs.put(gzip.compress(json.dumps(document).encode()))
    block.save()
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert audit.alarm.detail.startswith("block 0: game 0: deal 0: the deck is")


def test_a_damaged_or_missing_record_raises_an_alarm(match: Match, blob_dir: Path) -> None:
    block = Block.objects.get(match=match, index=0)
    blobs.path_of(block.record_sha256).write_bytes(b"\x1f\x8bnot it")
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert audit.alarm.kind == AlarmKind.RECORD
    assert "holds bytes of" in audit.alarm.detail
    blobs.path_of(block.record_sha256).unlink()
    Alarm.objects.all().delete()
    missing = match_audit(match=match).alarm
    assert missing is not None
    assert missing.kind == AlarmKind.RECORD


def test_a_record_that_is_none_raises_an_alarm(match: Match) -> None:
    Block.objects.filter(match=match, index=0).update(record_sha256=blobs.put(gzip.compress(b"[1, 2")))
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert "its record cannot be read" in audit.alarm.detail


def test_a_lost_block_raises_an_alarm(match: Match) -> None:
    LedgerRow.objects.all().delete()
    Block.objects.filter(match=match, index=1).delete()
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert audit.alarm.detail == "of 2 blocks there are [0]"


def test_blocks_of_another_attempt_raise_an_alarm(match: Match) -> None:
    facts = {"lease_expires_at": match.finished_at, "ended_at": match.finished_at}
    other = Attempt.objects.create(match=match, number=2, state=AttemptState.EXPIRED, token_digest="0" * 64, **facts)
    Block.objects.filter(match=match, index=1).update(attempt=other)
    audit = match_audit(match=match)
    assert audit.alarm is not None
    assert "the blocks are of" in audit.alarm.detail


def test_other_engines_are_not_judged_by_these(match: Match) -> None:
    change(match, totals=[9, 9, 9])
    Attempt.objects.update(engine_version="0.9.0")
    audit = match_audit(match=match)
    assert "0.9.0" in audit.skipped
    assert (audit.blocks, audit.alarm) == (0, None)


def test_the_task_audits_a_finished_match_alone(match: Match) -> None:
    waiting = make_match(make_version("cat"), make_version("dog"))
    assert waiting.pk > match.pk
    assert {audit_matches() for _ in range(5)} == {2}


def test_without_a_finished_match_nothing_is_audited() -> None:
    make_match(*make_versions(2))
    assert audit_at_random() is None
    assert audit_matches() == 0


def test_the_clock_audits_a_few_blocks_at_a_time(match: Match) -> None:
    change(match, totals=[9, 9, 9])
    seen = {match_audit(match=match, most_blocks=1, rng=random.Random(seed)).alarm is None for seed in range(8)}
    assert seen == {True, False}


def test_the_command_audits_all_or_some(match: Match, worker: HonestWorker) -> None:
    out = StringIO()
    call_command("audit", stdout=out)
    assert out.getvalue() == "1 matches, 2 blocks derived again; 0 not audited, 0 alarms\n"
    change(match, totals=[9, 9, 9])
    err = StringIO()
    with pytest.raises(CommandError, match="1 of 1 matches differ"):
        call_command("audit", str(match.pk), stdout=StringIO(), stderr=err)
    assert f"match {match.pk}: block 1: game 1: the totals" in err.getvalue()
    with pytest.raises(CommandError, match="no finished match has the number 99999"):
        call_command("audit", "99999", stdout=StringIO())


def test_staff_settles_an_alarm_once(match: Match, staff: User, ada: User) -> None:
    alarm = alarm_raise(kind=AlarmKind.RESULT, match=match, detail="it differs")
    with pytest.raises(Forbidden):
        alarm_settle(user=ada, alarm_id=alarm.pk)
    with pytest.raises(NotFound):
        alarm_settle(user=staff, alarm_id=alarm.pk + 1)
    settled = alarm_settle(user=staff, alarm_id=alarm.pk)
    assert settled.settled_by == staff
    first = settled.settled_at
    assert alarm_settle(user=staff, alarm_id=alarm.pk).settled_at == first
    # Found again, it is a new one.
    assert alarm_raise(kind=AlarmKind.RESULT, match=match, detail="it differs").pk != alarm.pk


def test_the_database_refuses_a_second_open_alarm(match: Match) -> None:
    alarm_raise(kind=AlarmKind.RESULT, match=match, detail="it differs")
    alarm_raise(kind=AlarmKind.WORKER, worker="host:1", detail="it is slow")
    for facts in ({"kind": AlarmKind.RESULT, "match": match}, {"kind": AlarmKind.WORKER, "worker": "host:1"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Alarm.objects.create(detail="again", **facts)
