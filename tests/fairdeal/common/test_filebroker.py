"""The filesystem broker under many writers and readers: every message arrives whole, and once."""

import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import kombu.transport
import pytest
from fairdeal.common import broker, filebroker
from kombu import Connection
from kombu.transport import filesystem

WRITERS, READERS, MESSAGES = 4, 3, 150


def open_channel(transport: type, directory: Path) -> Any:
    options = broker.transport(broker.filesystem_url(directory))["broker_transport_options"]
    return Connection("filesystem://", transport=transport, transport_options=options).channel()


@pytest.fixture
def channel(tmp_path: Path) -> Iterator[Any]:
    opened = open_channel(filebroker.Transport, tmp_path)
    yield opened
    opened.close()


def test_messages_come_in_order_and_by_queue(channel: Any, tmp_path: Path) -> None:
    channel._put("matches", {"n": 1})
    channel._put("checks", {"n": 2})
    with pytest.raises(Empty):
        channel._get("inbox")
    assert channel._get("matches") == {"n": 1}
    with pytest.raises(Empty):
        channel._get("matches")
    assert channel._get("checks") == {"n": 2}
    assert list((tmp_path / "messages").iterdir()) == []


@pytest.mark.parametrize("writer", [filebroker.Transport, filesystem.Transport])
def test_many_writers_and_readers(tmp_path: Path, writer: type) -> None:
    seen: list[tuple[int, int]] = []
    errors: list[Exception] = []
    total = WRITERS * MESSAGES

    def write(number: int) -> None:
        out = open_channel(writer, tmp_path)
        for index in range(MESSAGES):
            out._put("inbox", {"from": number, "index": index, "pad": "x" * 2000})

    def read() -> None:
        source = open_channel(filebroker.Transport, tmp_path)
        try:
            while len(seen) < total and not errors:
                try:
                    message = source._get("inbox")
                except Empty:
                    continue
                seen.append((message["from"], message["index"]))
        except Exception as error:  # noqa: BLE001  # whatever a reader dies of is what this test is about
            errors.append(error)

    threads = [threading.Thread(target=read, daemon=True) for _ in range(READERS)]
    threads += [threading.Thread(target=write, args=(number,), daemon=True) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert errors == []
    assert Counter(seen) == Counter((number, index) for number in range(WRITERS) for index in range(MESSAGES))
    assert [path.name for path in (tmp_path / "messages").iterdir()] == []


def test_a_file_that_is_not_written_yet_is_left_alone(channel: Any, tmp_path: Path) -> None:
    path = tmp_path / "messages" / "1_a.inbox.msg"
    path.touch()
    with pytest.raises(Empty):
        channel._get("inbox")
    path.write_text(json.dumps({"n": 1}))
    assert channel._get("inbox") == {"n": 1}


@pytest.mark.parametrize("content", ["", "{broken"])
def test_what_will_never_be_a_message_is_dropped(channel: Any, tmp_path: Path, content: str) -> None:
    path = tmp_path / "messages" / "1_a.inbox.msg"
    path.write_text(content)
    os.utime(path, (0, 0))
    with pytest.raises(Empty):
        channel._get("inbox")
    assert list((tmp_path / "messages").iterdir()) == []


def test_bindings_made_at_once_are_all_kept(tmp_path: Path) -> None:
    def bind(number: int) -> None:
        open_channel(filebroker.Transport, tmp_path)._queue_bind("work", f"key-{number}", "", f"queue-{number}")

    threads = [threading.Thread(target=bind, args=(number,), daemon=True) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    table = open_channel(filebroker.Transport, tmp_path).get_table("work")
    assert {row.queue for row in table} == {f"queue-{number}" for number in range(12)}


def test_the_platform_uses_it_for_its_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # kombu remembers what an alias meant, and another test may have asked in the worker's name.
    monkeypatch.setattr(kombu.transport, "_transport_cache", {})
    settings = broker.transport(broker.filesystem_url(tmp_path))
    with Connection(settings["broker_url"], transport_options=settings["broker_transport_options"]) as connection:
        assert isinstance(connection.channel(), filebroker.Channel)
