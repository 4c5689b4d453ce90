"""A store of files named by the SHA-256 of their bytes: bundles and records. What is stored never changes."""

import hashlib
import io
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.core.files.storage import storages

from fairdeal.common.blob_stores import DiskStore, ObjectStore, Store
from fairdeal.common.errors import NotFound

NAME = re.compile(r"[0-9a-f]{64}")
# The storage of the settings that files are objects of, when they do not lie on this machine.
OBJECTS = "blobs"


class BlobDamaged(Exception):
    """A stored file is no longer what its name says: the disk or somebody changed it."""


def sha256(content: bytes) -> str:
    """Give the name of these bytes."""
    return hashlib.sha256(content).hexdigest()


def path_of(name: str) -> Path:
    """Give where a blob lies on this machine; raises NotFound when the name is no SHA-256 in small letters."""
    return _on_disk().path_of(_checked(name))


def exists(name: str) -> bool:
    """Say whether a blob is stored."""
    return _store().exists(_checked(name))


def put(content: bytes) -> str:
    """Store bytes and give their name; the same bytes again change nothing.

    The file appears under its name whole or not at all, also when the machine stops in the middle.
    """
    name = sha256(content)
    _store().put(name, content)
    return name


def read(name: str) -> bytes:
    """Give a blob's bytes; raises NotFound, or BlobDamaged when they do not agree with the name."""
    try:
        content = _store().read(_checked(name))
    except FileNotFoundError as error:
        raise NotFound("There is no such file.", code="no_such_blob") from error
    found = sha256(content)
    if found != name:
        raise BlobDamaged(f"the blob {name} holds bytes of {found}")
    return content


def open_blob(name: str) -> BinaryIO:
    """Give a blob as a file to read, its bytes checked already."""
    return io.BytesIO(read(name))


def names_older_than(moment: datetime) -> Iterator[str]:
    """Give the names of the blobs that nobody has put since this moment."""
    return (name for name in _store().older_than(moment) if NAME.fullmatch(name))


def remove_old(name: str, moment: datetime) -> bool:
    """Remove a blob unless it was put again since this moment; says whether it is gone."""
    return _store().remove_old(_checked(name), moment)


def remove_leftovers(moment: datetime) -> int:
    """Remove what writes and removals that were cut short have left since before this moment; returns how many."""
    return _store().remove_leftovers(moment)


def names_set_aside(moment: datetime) -> Iterator[str]:
    """Give the names of blobs that were removed before this moment and can still be had back."""
    return (name for name in _store().set_aside(moment) if NAME.fullmatch(name))


def settle(name: str, *, is_wanted: bool) -> None:
    """Have a blob that was set aside back, or let it go for good."""
    _store().settle(_checked(name), is_wanted=is_wanted)


def _checked(name: str) -> str:
    if not NAME.fullmatch(name):
        raise NotFound("There is no such file.", code="no_such_blob")
    return name


def _store() -> Store:
    return ObjectStore(storages[OBJECTS]) if OBJECTS in settings.STORAGES else _on_disk()


def _on_disk() -> DiskStore:
    return DiskStore(Path(settings.BLOB_DIR))
