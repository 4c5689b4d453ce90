"""The inbox as a process, fed by somebody who holds a worker's broker address and knows every task's name."""

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from fairdeal import celery
from fairdeal.accounts.services import owner_for, user_create
from fairdeal.common import broker
from fairdeal.submissions.models import BotVersion, Check
from fairdeal.submissions.services import version_upload

from tests.fairdeal.conftest import PASSWORD, bot_zip

ROOT = Path(__file__).resolve().parents[3]
DEADLINE_S = 90.0
FOREIGN = [*celery.PERIODS, "celery.backend_cleanup", "celery.chord_unlock", "celery.map", "os.system"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Give a function that runs Python for a site of its own: SQLite and the filesystem broker in a directory."""
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "fairdeal.settings.dev",
        "FAIRDEAL_DATA_DIR": str(tmp_path),
        "FAIRDEAL_DEBUG": "0",
    }
    running: list[subprocess.Popen[bytes]] = []

    def run(*arguments: str) -> subprocess.Popen[bytes]:
        with (tmp_path / "log").open("ab") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, **streams)
        running.append(process)
        return process

    yield run
    for process in running:
        process.kill()
        process.wait(30)


def wait_for(what: Callable[[], Any], process: subprocess.Popen[bytes]) -> Any:
    """Wait until something is there; ends at once when the process has ended."""
    deadline = time.monotonic() + DEADLINE_S
    while time.monotonic() < deadline and process.poll() is None:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def result_of(job: dict[str, Any]) -> dict[str, Any]:
    words = {key: job[key] for key in ("contract", "version", "check", "token")}
    return {**words, "outcome": "passed", "report": {"summary": "fine", "steps": []}}


def test_none_of_the_internal_tasks_runs(site: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    assert site("manage.py", "migrate", "-v0").wait(DEADLINE_S) == 0
    assert site("-c", SETTING_UP).wait(DEADLINE_S) == 0
    stolen = Celery("worker", fixups=[], set_as_current=False)
    stolen.conf.update(broker.celery_settings(broker.filesystem_url(tmp_path / "broker")))
    with stolen.connection_for_read() as connection:
        message = connection.SimpleQueue("checks").get(timeout=30)
        message.ack()
    job = message.payload[0][0]
    for name in FOREIGN:
        stolen.send_task(name, queue="inbox")
        stolen.send_task(name, args=[{}], queue="inbox")
    callback = {"task": "fairdeal.append_ledger", "args": [], "kwargs": {}, "options": {"queue": "internal"}}
    stolen.send_task("fairdeal.check_result", args=[{"contract": 1}], queue="inbox", link=[callback])
    stolen.send_task("fairdeal.check_result", args=[result_of(job)], queue="inbox")
    command = "-A fairdeal.inbox worker -Q inbox --pool solo --loglevel INFO --without-gossip --without-mingle"
    process = site("-m", "celery", *command.split())
    log = tmp_path / "log"
    wait_for(lambda: log.read_text().count("fairdeal.check_result[") >= 2, process)
    wait_for(lambda: "succeeded" in log.read_text(), process)
    text = log.read_text()
    assert text.count("Received unregistered task") == 2 * len(FOREIGN)
    assert "Received invalid task message" in text
    assert text.count("succeeded") == 1
    assert job["token"] not in text
    assert list(tmp_path.rglob("*.internal.msg")) == []


SETTING_UP = """
import django; django.setup()
from tests.fairdeal.common.test_inbox_process import upload_one
upload_one()
"""


def upload_one() -> None:
    """Upload a bot to the site of this process."""
    user = user_create(username="ada", password=PASSWORD)
    version = version_upload(user=user, owner=owner_for(user=user), filename="bot.zip", content=io.BytesIO(bot_zip()))
    if not (BotVersion.objects.filter(pk=version.pk).exists() and Check.objects.filter(version=version).exists()):
        raise RuntimeError("the upload was not stored")
