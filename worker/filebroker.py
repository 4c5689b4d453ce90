"""Kombu's filesystem transport without its races: a message appears whole, and one reader takes it.

The platform has the same on its side: neither may import the other.

The stock transport creates the file first and writes it afterwards, so that a reader that polls often finds it empty
and ends with an error it does not survive. The files and their names are the same: both sides may be mixed.
"""

import fcntl
import json
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

import structlog
from kombu.transport import TRANSPORT_ALIASES, filesystem

# A file that is still empty after this was left by a writer that died.
ABANDONED_AFTER_S = 10.0

logger = structlog.get_logger("worker")


# Its stubs know neither the names that matter here nor their types.
_StockChannel: Any = filesystem.Channel


class Channel(_StockChannel):  # type: ignore[misc]  # Any, for the reason above
    """A channel whose messages and bindings change in one step: written beside, then renamed."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        """Put a message onto a queue."""
        folder = Path(self.data_folder_out)
        name = f"{time.monotonic_ns() // 1_000_000:015d}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(folder / name, json.dumps(payload).encode())

    def _get(self, queue: str) -> Any:
        """Take the oldest message of a queue, or raise Empty."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            # A name is <time>_<id>.<queue>.msg; names that begin with a dot are nobody's messages.
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            payload = _take(folder, name)
            if payload is not None:
                return payload
        raise Empty

    def get_table(self, exchange: str) -> list[Any]:
        """Give the bindings of an exchange."""
        return [filesystem.exchange_queue_t(*row) for row in _read_table(self._exchange_file(exchange))]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        """Add a binding to an exchange."""
        file = self._exchange_file(exchange)
        row = [routing_key or "", pattern or "", queue or ""]
        file.parent.mkdir(parents=True, exist_ok=True)
        with _locked(file.parent / ".lock"):
            rows = _read_table(file)
            if row not in rows:
                _write_whole(file, json.dumps([row, *rows]).encode())


class Transport(filesystem.Transport):
    """The transport of `filesystem://` addresses, once `register` has been called."""

    Channel = Channel


def register() -> None:
    """Let `filesystem://` mean this transport in this process."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"


def _take(folder: Path, name: str) -> Any:
    """Take one message file; None when somebody else was faster, or it is not written yet, or it is no message."""
    source, mine = folder / name, folder / f".taken-{name}"
    try:
        source.rename(mine)
    except FileNotFoundError:
        return None
    with mine.open("rb") as file:
        # A stock writer holds this lock while it writes.
        fcntl.flock(file, fcntl.LOCK_SH)
        content = file.read()
        age = time.time() - os.fstat(file.fileno()).st_mtime
    if not content and age < ABANDONED_AFTER_S:
        mine.rename(source)
        return None
    mine.unlink()
    try:
        return json.loads(content)
    except ValueError:
        logger.warning("a file that is no message was dropped", file=name)
        return None


def _read_table(file: Path) -> list[list[str]]:
    try:
        return [list(row) for row in json.loads(file.read_bytes() or b"[]")]
    except FileNotFoundError:
        return []


def _write_whole(target: Path, content: bytes) -> None:
    temporary = target.with_name(f".new-{uuid.uuid4()}")
    try:
        temporary.write_bytes(content)
        temporary.rename(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
