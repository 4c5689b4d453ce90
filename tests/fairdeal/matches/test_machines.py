"""Workers on other machines: a user of their own at a real Redis, that can do what a worker does and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from fairdeal.accounts.models import User
from fairdeal.common import broker, clock
from fairdeal.common.errors import Conflict, Forbidden, Gone, InvalidInput, NotFound
from fairdeal.matches.health import Health, outliers
from fairdeal.matches.models import Alarm, AlarmKind, Attempt, AttemptState, Block, Machine, MatchState
from fairdeal.matches.services import (
    machine_credentials,
    machine_release,
    machine_revoke,
    machine_suspend,
    machine_users_restore,
    outliers_suspend,
    sweep,
    worker_report,
)
from fairdeal.matches.services.machines import machine_of, machines_health
from fairdeal.matches.services.workers import match_slots

from ops.services import redis_server
from tests.fairdeal.playing import FakeWorker, enqueue, make_match, make_versions

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
# A worker of the broker's side alone: takes one job, answers it, and ends as a worker that is told to stop does.
PLAYER = """
from celery.worker import state
from worker.app import CONFIG, app

app.conf.include = []

@app.task(name="worker.play_match")
def play(job):
    app.send_task("fairdeal.match_result", args=[{"match": job["match"], "worker": CONFIG.name}], queue="inbox")
    state.should_stop = 0

app.worker_main(["worker", "-Q", "matches,checks", "-P", "solo", "-n", "w@%h", "--loglevel", "WARNING",
                 "--without-gossip", "--without-mingle", "--without-heartbeat"])
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with redis_server() as url:
        yield url


@pytest.fixture
def url(server: str, settings: Any) -> Iterator[str]:
    """The platform's own way to the broker, with nothing in it."""
    redis.Redis.from_url(server).flushall()
    settings.BROKER_URL = settings.WORKER_BROKER_URL = server
    broker.producer.cache_clear()
    yield server
    broker.producer.cache_clear()


def credentials(capture: Any, name: str = "attic") -> str:
    with capture(execute=True):
        return machine_credentials(name=name).broker_url


def play(file: Path, directory: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "FAIRDEAL_CREDENTIALS": str(file),
        "FAIRDEAL_WORKER_DIR": str(directory / "worker"),
    }
    return subprocess.run(
        [sys.executable, "-c", PLAYER],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_with_its_one_file_a_machine_takes_jobs_and_answers(
    url: str, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    file = tmp_path / "attic.json"
    with django_capture_on_commit_callbacks(execute=True):
        call_command("worker_credentials", "attic", "--file", str(file), stdout=StringIO())
    assert file.stat().st_mode & 0o077 == 0
    broker.send(task="worker.play_match", queue="matches", message={"match": 7})
    done = play(file, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "NOPERM" not in done.stderr and "Traceback" not in done.stderr, done.stderr
    inside = redis.Redis.from_url(url)
    assert inside.llen("matches") == 0
    message = json.loads(inside.lpop("inbox"))
    assert message["headers"]["task"] == "fairdeal.match_result"
    assert not [key for key in inside.scan_iter() if key.startswith(b"unacked")], "everything has been acknowledged"


FORBIDDEN = [
    ("LPUSH", "matches", "x"),
    ("RPUSH", "checks", "x"),
    ("LRANGE", "matches", "0", "-1"),
    ("LRANGE", "inbox", "0", "-1"),
    ("RPOP", "inbox"),
    ("BRPOP", "inbox", "1"),
    ("LPUSH", "internal", "x"),
    ("HGETALL", "unacked"),
    ("HGET", "unacked.worker-cellar", "x"),
    ("HGETALL", "unacked.worker-cellar"),
    ("DEL", "matches"),
    ("SADD", "_kombu.binding.inbox", "x"),
    ("SMEMBERS", "_kombu.binding.inbox"),
    ("KEYS", "*"),
    ("SCAN", "0"),
    ("FLUSHALL",),
    ("CONFIG", "GET", "*"),
    ("ACL", "LIST"),
    ("ACL", "SETUSER", "worker-attic", "+@all"),
    ("CLIENT", "LIST"),
    ("MONITOR",),
    ("SUBSCRIBE", "celery.pidbox"),
    ("PUBLISH", "celery.pidbox", "x"),
    ("EVAL", "return redis.call('LRANGE', 'inbox', 0, -1)", "0"),
    ("SET", "mine", "x"),
    ("SHUTDOWN",),
    ("REPLICAOF", "NO", "ONE"),
]


def test_a_stolen_password_opens_nothing_else(url: str, django_capture_on_commit_callbacks: Any) -> None:
    stolen = redis.Redis.from_url(credentials(django_capture_on_commit_callbacks))
    assert stolen.ping()
    for words in FORBIDDEN:
        with pytest.raises(redis.ResponseError, match=r"(?i:no.?perm)"):
            stolen.execute_command(*words)
            pytest.fail(f"{words} was carried out")


def test_a_restarted_broker_gets_its_users_again(url: str, django_capture_on_commit_callbacks: Any) -> None:
    address = credentials(django_capture_on_commit_callbacks)
    redis.Redis.from_url(url).execute_command("ACL", "DELUSER", "worker-attic")
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(address).ping()
    assert machine_users_restore() == 1
    assert redis.Redis.from_url(address).ping()


def test_new_credentials_replace_the_old_and_can_be_taken_back(
    url: str, django_capture_on_commit_callbacks: Any
) -> None:
    first = credentials(django_capture_on_commit_callbacks)
    second = credentials(django_capture_on_commit_callbacks)
    assert redis.Redis.from_url(second).ping()
    with pytest.raises(redis.AuthenticationError):
        redis.Redis.from_url(first).ping()
    is_open = redis.Redis.from_url(second)
    is_open.ping()
    with django_capture_on_commit_callbacks(execute=True):
        machine_revoke(name="attic")
    with pytest.raises(redis.RedisError):
        is_open.ping()
    assert machine_users_restore() == 0
    with pytest.raises(NotFound):
        machine_revoke(name="cellar")


def test_a_suspended_machine_is_cut_off_until_staff_lets_it_in(
    url: str, ada: User, staff: User, django_capture_on_commit_callbacks: Any
) -> None:
    address = credentials(django_capture_on_commit_callbacks)
    is_open = redis.Redis.from_url(address)
    is_open.ping()
    with django_capture_on_commit_callbacks(execute=True):
        machine = machine_suspend(name="attic", reason="it is slow")
    with pytest.raises(redis.RedisError):
        is_open.ping()
    with pytest.raises(Forbidden):
        machine_release(user=ada, machine_id=machine.pk)
    with django_capture_on_commit_callbacks(execute=True):
        machine_release(user=staff, machine_id=machine.pk)
    assert redis.Redis.from_url(address).ping()


@pytest.mark.parametrize("name", ["", "Attic", "attic-", "a b", "a" * 41, "attic\n", "ä"])
def test_a_name_that_no_user_can_have_is_refused(url: str, name: str) -> None:
    with pytest.raises(InvalidInput):
        machine_credentials(name=name)
    with pytest.raises(CommandError, match="Expected a name"):
        call_command("worker_credentials", name, "--file", "/no/such/folder/file", stdout=StringIO())


def test_without_redis_there_are_no_other_machines(settings: Any) -> None:
    with pytest.raises(Conflict, match="REDIS_URL"):
        machine_credentials(name="attic")
    assert machine_users_restore() == 0


def test_a_file_is_never_written_over(url: str, tmp_path: Path) -> None:
    file = tmp_path / "attic.json"
    file.write_text("precious")
    with pytest.raises(CommandError, match="is there already"):
        call_command("worker_credentials", "attic", "--file", str(file), stdout=StringIO())
    assert not Machine.objects.exists()


# Suspension and health


def report(name: str) -> None:
    facts = {"sandbox": "bwrap", "plays_matches": True, "is_fit": True, "reason": "", "remedy": "", "tested_s_ago": 1}
    worker_report(message={"contract": 1, "worker": name, "engine_version": "1", **facts})


def test_what_a_suspended_machine_says_counts_for_nothing(worker: FakeWorker) -> None:
    match = make_match(*make_versions(2))
    enqueue(match, worker.capture)
    job = worker.job(match)
    machine_suspend(name="host", reason="it is slow")
    with pytest.raises(Gone):
        worker.progress(job)
    for block in range(2):
        worker.store(job, block)
    with pytest.raises(Gone):
        worker.answer(worker.result(job))
    assert Attempt.objects.get().started_at is None
    # Nobody else plays: its match is handed out again when the wait is over, and another machine brings the result.
    with worker.capture(execute=True):
        assert sweep(now=clock.now() + timedelta(minutes=5)) == 1
    again = {"worker": "attic:4"}
    job = worker.job(match)
    worker.progress(job, **again)
    for block in range(2):
        worker.store(job, block)
    worker.answer({**worker.result(job), **again})
    match.refresh_from_db()
    assert match.state == MatchState.FINISHED
    assert match.attempts.filter(state=AttemptState.FINISHED).get().worker == "attic:4"


def test_a_suspended_machine_has_no_slots_and_raises_an_alarm_once() -> None:
    for name in ("host:1", "host:2", "attic:1"):
        report(name)
    assert match_slots() == 3
    machine_suspend(name="host", reason="it is slow")
    machine_suspend(name="host", reason="again")
    assert match_slots() == 1
    alarm = Alarm.objects.get()
    assert (alarm.kind, alarm.worker, alarm.detail) == (AlarmKind.WORKER, "host", "it is slow")
    with pytest.raises(IntegrityError), transaction.atomic():
        Machine.objects.update(suspended_for="")


def test_a_machine_is_what_stands_before_the_process() -> None:
    assert [machine_of(name) for name in ("host:12", "a:b:12", "host")] == ["host", "a:b", "host"]


GOOD = {"attempts": 60, "faults": 2, "games": 400, "time_outs": 2}


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        ({"attempts": 20, "faults": 12}, "12 of its 20 matches were lost; of the others', 2 of 60"),
        ({"games": 100, "time_outs": 20}, "bots ran out of time in 20 of its 100 games; in 2 of 400 elsewhere"),
        ({"attempts": 20, "paces": [6.0] * 10}, "it takes 6.0 times as long"),
        # Too little to tell, or too little a difference.
        ({"attempts": 9, "faults": 9}, ""),
        ({"attempts": 20, "faults": 9}, ""),
        ({"games": 40, "time_outs": 20}, ""),
        ({"games": 100, "time_outs": 4}, ""),
        ({"attempts": 20, "paces": [6.0] * 9}, ""),
        ({"attempts": 20, "paces": [4.0] * 20}, ""),
    ],
)
def test_an_outlier_is_told_from_chance(facts: dict[str, Any], named: str) -> None:
    found = outliers([Health("host", **facts), Health("attic", **GOOD)])
    assert set(found) == ({"host"} if named else set())
    assert named in found.get("host", "")


def test_a_machine_alone_is_no_outlier_and_bad_times_are_nobodys() -> None:
    assert outliers([Health("host", attempts=50, faults=50)]) == {}
    assert outliers([Health("host", attempts=50, faults=50), Health("attic", attempts=50, faults=20)]) == {}
    # Where nobody has run out of time yet, one who does once or twice is not suspended.
    assert outliers([Health("host", games=100, time_outs=2), Health("attic", games=1000)]) == {}


def test_an_outlier_is_suspended_from_what_the_attempts_say(worker: FakeWorker) -> None:
    versions = make_versions(2)

    def attempts(machine: str, count: int, faults: int) -> None:
        for number in range(count):
            match = make_match(*versions, blocks=1, salt=f"{machine} {number}")
            enqueue(match, worker.capture)
            job = worker.job(match)
            sender = {"worker": f"{machine}:{number}"}
            worker.progress(job, **sender)
            if number < faults:
                worker.answer({**worker.failure(job), **sender})
            else:
                worker.store(job, 0)
                worker.answer({**worker.result(job), **sender})

    attempts("attic", 10, 0)
    attempts("host", 10, 6)
    found = machines_health()
    assert (found["host"].attempts, found["host"].faults, found["attic"].faults) == (10, 6, 0)
    assert found["attic"].games == 20
    block = Block.objects.filter(attempt__worker__startswith="attic").first()
    assert block is not None
    block.games[0]["verdicts"] = ["ok", "time_limit"]
    block.save()
    assert machines_health()["attic"].time_outs == 1
    assert list(outliers_suspend()) == ["host"]
    assert Machine.objects.get().suspended_for.startswith("6 of its 10 matches")
    assert outliers_suspend() == {}
