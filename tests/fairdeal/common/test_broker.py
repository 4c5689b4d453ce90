"""Brokers and the two Celery apps: what is sent arrives, and the inbox knows five tasks whatever is loaded."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery, shared_task
from celery.exceptions import InvalidTaskError, NotRegistered
from fairdeal import celery, inbox
from fairdeal.common import broker
from fairdeal.common.errors import Gone


def test_transports(tmp_path: Path) -> None:
    files = broker.transport(broker.filesystem_url(tmp_path / "broker"))
    options = files["broker_transport_options"]
    assert files["broker_url"] == "filesystem://"
    assert options["data_folder_in"] == options["data_folder_out"] == str(tmp_path / "broker" / "messages")
    assert Path(options["control_folder"]).is_dir()
    assert broker.transport("redis://r/0")["broker_url"] == "redis://r/0"


@pytest.mark.parametrize(
    ("url", "following"),
    [
        ("redis://r:6379/0", "redis://r:6379/1"),
        ("redis://u:p@r", "redis://u:p@r/1"),
        ("redis://r/7?x=1", "redis://r/8?x=1"),
    ],
)
def test_the_platforms_own_work_has_another_database(url: str, following: str) -> None:
    assert broker.next_database(url) == following


def test_what_is_sent_lies_in_the_workers_queue(tmp_path: Path, settings: Any) -> None:
    settings.BROKER_URL = broker.filesystem_url(tmp_path / "broker")
    broker.producer.cache_clear()
    try:
        broker.send(task="worker.check_bundle", queue="checks", message={"contract": 1, "check": 7})
    finally:
        broker.producer.cache_clear()
    (path,) = [path for path in (tmp_path / "broker" / "messages").iterdir() if ".checks." in path.name]
    message = json.loads(path.read_text())
    assert message["headers"]["task"] == "worker.check_bundle"
    assert message["content-type"] == "application/json"


def test_the_inbox_knows_five_tasks() -> None:
    @shared_task(name="fairdeal.sneaked_in")
    def sneaked_in() -> None:
        """Would run in any other app."""

    inbox.app.finalize()
    names = {"match_progress", "match_result", "check_progress", "check_result", "worker_state"}
    assert set(inbox.app.tasks) == inbox.ALLOWED == {f"fairdeal.{name}" for name in names}
    with pytest.raises(NotRegistered):
        inbox.app.tasks["fairdeal.sneaked_in"]
    for name in celery.PERIODS:
        assert name not in inbox.app.tasks


def test_the_inbox_takes_json_and_no_remote_control() -> None:
    conf = inbox.app.conf
    assert list(conf.accept_content) == ["json"]
    assert conf.worker_enable_remote_control is False
    assert conf.worker_send_task_events is False
    assert conf.task_default_queue == "inbox"


def test_the_schedule_names_what_the_internal_app_has() -> None:
    celery.app.loader.import_default_modules()
    celery.app.finalize()
    for entry in celery.app.conf.beat_schedule.values():
        assert entry["task"] in celery.app.tasks
        assert entry["options"]["queue"] == celery.QUEUE
    assert not inbox.ALLOWED & set(celery.app.tasks)


GOOD = [[{"match": 1}], {}, {"callbacks": None, "errbacks": None, "chain": None, "chord": None}]


def test_good_messages_pass() -> None:
    soon = (datetime.now(UTC) + timedelta(minutes=1)).isoformat()
    inbox.check_message(b"{}", {}, GOOD)
    inbox.check_message(b"{}", {"eta": soon, "group": None}, GOOD)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        {},
        [[], {}, {}],
        [["text"], {}, {}],
        [[{}, {}], {}, {}],
        [[{}], {"message": {}}, {}],
        [[{}], {}, {"callbacks": [{"task": "fairdeal.append_ledger"}]}],
        [[{}], {}, {"chain": [{"task": "fairdeal.append_ledger"}]}],
    ],
)
def test_messages_of_another_form_are_refused(payload: Any) -> None:
    with pytest.raises(InvalidTaskError):
        inbox.check_message(b"{}", {}, payload)


@pytest.mark.parametrize("headers", [{"eta": "2999-01-01T00:00:00"}, {"eta": "soon"}, {"eta": 5}, {"group": "g"}])
def test_messages_that_wait_or_belong_together_are_refused(headers: dict[str, Any]) -> None:
    with pytest.raises(InvalidTaskError):
        inbox.check_message(b"{}", headers, GOOD)


def test_large_messages_are_refused() -> None:
    with pytest.raises(InvalidTaskError, match="at most"):
        inbox.check_message(b" " * (inbox.MAX_MESSAGE_BYTES + 1), {}, GOOD)


def test_what_a_service_refuses_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[dict[str, Any]] = []

    def stale(*, message: dict[str, Any]) -> None:
        taken.append(message)
        raise Gone("over")

    monkeypatch.setattr("fairdeal.submissions.services.check_record_result", stale)
    inbox.check_result.run({"check": 1})
    assert taken == [{"check": 1}]


def test_the_apps_are_two() -> None:
    assert isinstance(celery.app, Celery)
    assert celery.app is not inbox.app
    assert celery.app.conf.task_default_queue == "internal"
