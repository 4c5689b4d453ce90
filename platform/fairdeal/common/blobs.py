"""A store of files named by the SHA-256 of their bytes: bundles and records. What is stored never changes."""

import hashlib
import io
import os
import re
import tempfile
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from fairdeal.common.errors import NotFound

NAME = re.compile(r"[0-9a-f]{64}")


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
    if target.is_file() and target.read_bytes() == content:
        return name
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".new-")
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


def _sync_directory(directory: Path) -> None:
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
