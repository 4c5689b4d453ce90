"""Where stored files lie: in a directory of this machine, or as objects of an S3-compatible store."""

import os
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from django.core.files.base import ContentFile

# Files on their way into a directory, and out of it.
_NEW, _ASIDE = ".new-", ".old-"
# Objects on their way out.
_OUT: Final = "out/"


class Store(Protocol):
    """Keep bytes under names that are their hashes; what is asked for by a name may be damaged, and is looked at."""

    def put(self, name: str, content: bytes) -> None:
        """Store bytes; again they count as new. They appear whole or not at all, whenever the machine stops."""

    def read(self, name: str) -> bytes:
        """Give the bytes; raises FileNotFoundError."""

    def exists(self, name: str) -> bool:
        """Say whether there is such a name."""

    def older_than(self, moment: datetime) -> Iterator[str]:
        """Give the names that nobody has put since this moment."""

    def remove_old(self, name: str, moment: datetime) -> bool:
        """Remove a name unless it was put again since this moment; says whether it is gone."""

    def remove_leftovers(self, moment: datetime) -> int:
        """Remove what was cut short before this moment; returns how many."""

    def set_aside(self, moment: datetime) -> Iterator[str]:
        """Give the names that were removed before this moment and can still be had back."""

    def settle(self, name: str, *, is_wanted: bool) -> None:
        """Have a name that was set aside back, or let it go for good."""


class DiskStore:
    """Files below a directory, by the first two letters of their names."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def path_of(self, name: str) -> Path:
        """Give where a file lies."""
        return self._directory / name[:2] / name

    def put(self, name: str, content: bytes) -> None:
        target = self.path_of(name)
        if _is_kept(target, content):
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=_NEW)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o640)
            os.replace(temporary, target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        _sync_directory(target.parent)

    def read(self, name: str) -> bytes:
        return self.path_of(name).read_bytes()

    def exists(self, name: str) -> bool:
        return self.path_of(name).is_file()

    def older_than(self, moment: datetime) -> Iterator[str]:
        for path in self._directory.glob("[0-9a-f][0-9a-f]/[0-9a-f]*"):
            if _is_older(path, moment):
                yield path.name

    def remove_old(self, name: str, moment: datetime) -> bool:
        """Set the file aside first, and look at it then.

        Who puts the same bytes meanwhile either has made the file young before, or finds none and writes a new one.
        """
        path = self.path_of(name)
        aside = path.with_name(f"{_ASIDE}{name}")
        try:
            path.rename(aside)
        except FileNotFoundError:
            return False
        if not _is_older(aside, moment):
            aside.rename(path)
            return False
        aside.unlink()
        return True

    def remove_leftovers(self, moment: datetime) -> int:
        count = 0
        for prefix in (_NEW, _ASIDE):
            for path in self._directory.glob(f"[0-9a-f][0-9a-f]/{prefix}*"):
                if _is_older(path, moment):
                    path.unlink(missing_ok=True)
                    count += 1
        return count

    def set_aside(self, moment: datetime) -> Iterator[str]:
        yield from ()  # what a directory has removed was looked at in one step: it is gone

    def settle(self, name: str, *, is_wanted: bool) -> None:
        raise FileNotFoundError(name)


class ObjectStore:
    """Objects of a bucket, through the storage of django-storages that the settings describe."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    def put(self, name: str, content: bytes) -> None:
        # Always written: that makes it young, and mends what is damaged.
        self._storage.save(_key(name), ContentFile(content))

    def read(self, name: str) -> bytes:
        for key in (_key(name), f"{_OUT}{_key(name)}"):
            try:
                with self._storage.open(key) as file:
                    return bytes(file.read())
            except FileNotFoundError:
                continue
        raise FileNotFoundError(name)

    def exists(self, name: str) -> bool:
        return bool(self._storage.exists(_key(name)))

    def older_than(self, moment: datetime) -> Iterator[str]:
        for row in self._storage.bucket.objects.all():
            if not row.key.startswith(_OUT) and row.last_modified < moment:
                yield row.key.rpartition("/")[2]

    def remove_old(self, name: str, moment: datetime) -> bool:
        """Move the object out. A bucket cannot look and remove in one step, so it can be had back for a while.

        Who puts the same bytes between look and removal, names them in a row soon; `settle` is told of that, and until
        then they are read where they lie.
        """
        found = [row for row in self._storage.bucket.objects.filter(Prefix=_key(name)) if row.last_modified < moment]
        if not found:
            return False
        self._move(_key(name), f"{_OUT}{_key(name)}")
        return True

    def remove_leftovers(self, moment: datetime) -> int:
        return 0  # an object is there whole or not at all

    def set_aside(self, moment: datetime) -> Iterator[str]:
        for row in self._storage.bucket.objects.filter(Prefix=_OUT):
            if row.last_modified < moment:
                yield row.key.rpartition("/")[2]

    def settle(self, name: str, *, is_wanted: bool) -> None:
        if is_wanted:
            self._move(f"{_OUT}{_key(name)}", _key(name))
        else:
            self._storage.delete(f"{_OUT}{_key(name)}")

    def _move(self, source: str, target: str) -> None:
        bucket = self._storage.bucket
        bucket.Object(target).copy_from(CopySource={"Bucket": bucket.name, "Key": source})
        self._storage.delete(source)


def _key(name: str) -> str:
    return f"{name[:2]}/{name}"


def _is_kept(path: Path, content: bytes) -> bool:
    """Say whether these bytes are stored already; if so, they count as new from now on."""
    try:
        if path.read_bytes() != content:
            return False
        os.utime(path)
    except FileNotFoundError:
        return False
    return True


def _is_older(path: Path, moment: datetime) -> bool:
    try:
        return path.stat().st_mtime < moment.timestamp()
    except FileNotFoundError:
        return False


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
