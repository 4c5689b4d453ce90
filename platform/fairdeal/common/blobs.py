"""A store of files named by the SHA-256 of their bytes: bundles and records. What is stored never changes."""

import hashlib
import io
import os
import re
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from fairdeal.common.errors import NotFound

NAME = re.compile(r"[0-9a-f]{64}")
# Files on their way into the store, and out of it.
_NEW, _ASIDE = ".new-", ".old-"


class BlobDamaged(Exception):
    """A stored file is no longer what its name says: the disk or somebody changed it."""


def sha256(content: bytes) -> str:
    """Give the name of these bytes."""
    return hashlib.sha256(content).hexdigest()


def path_of(name: str) -> Path:
    """Give where a blob lies; raises NotFound when the name is no SHA-256 in small hexadecimal letters."""
    if not NAME.fullmatch(name):
        raise NotFound("There is no such file.", code="no_such_blob")
    return Path(settings.BLOB_DIR) / name[:2] / name


def exists(name: str) -> bool:
    """Say whether a blob is stored."""
    return path_of(name).is_file()


def put(content: bytes) -> str:
    """Store bytes and give their name; the same bytes again change nothing.

    The file appears under its name whole or not at all, also when the machine stops in the middle.
    """
    name = sha256(content)
    target = path_of(name)
    if _is_kept(target, content):
        return name
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
    return name


def read(name: str) -> bytes:
    """Give a blob's bytes; raises NotFound, or BlobDamaged when they do not agree with the name."""
    try:
        content = path_of(name).read_bytes()
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
    for path in Path(settings.BLOB_DIR).glob("[0-9a-f][0-9a-f]/*"):
        if NAME.fullmatch(path.name) and _is_older(path, moment):
            yield path.name


def remove_old(name: str, moment: datetime) -> bool:
    """Remove a blob unless it was put again since this moment; says whether it is gone.

    It is set aside first, and looked at then: who puts the same bytes meanwhile either has made the file young before,
    or finds none and writes a new one.
    """
    path = path_of(name)
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


def remove_leftovers(moment: datetime) -> int:
    """Remove what writes and removals that were cut short have left since before this moment; returns how many."""
    count = 0
    for prefix in (_NEW, _ASIDE):
        for path in Path(settings.BLOB_DIR).glob(f"[0-9a-f][0-9a-f]/{prefix}*"):
            if _is_older(path, moment):
                path.unlink(missing_ok=True)
                count += 1
    return count


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
