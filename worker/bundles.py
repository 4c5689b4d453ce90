"""Unpack bundles: by hand, regular files only, with every size counted while it is read."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import Final

# The platform checked the archive when it was uploaded; these are the worker's own walls, a little wider.
MAX_FILES: Final = 1_000
MAX_TOTAL_BYTES: Final = 128 * 1024 * 1024
_CHUNK: Final = 64 * 1024
_FILE_MODE: Final = 0o444
_DIRECTORY_MODE: Final = 0o555


class BadBundle(Exception):
    """Report a bundle that must not be unpacked."""


def unpack(content: bytes, target: Path) -> None:
    """Unpack a bundle into an existing empty directory, which is read-only afterwards."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _unpack_members(archive, target)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, ValueError, OSError) as error:
        raise BadBundle(f"the bundle cannot be unpacked: {error}") from error
    seal(target)


def seal(directory: Path) -> None:
    """Make a tree read-only, and readable by the user that runs bots."""
    for root, _directories, files in os.walk(directory):
        for name in files:
            Path(root, name).chmod(_FILE_MODE)
        Path(root).chmod(_DIRECTORY_MODE)


def unseal(directory: Path) -> None:
    """Make a sealed tree removable again."""
    for root, _directories, _files in os.walk(directory):
        Path(root).chmod(0o755)


def _unpack_members(archive: zipfile.ZipFile, target: Path) -> None:
    members = archive.infolist()
    if len(members) > MAX_FILES:
        raise BadBundle(f"{len(members)} entries, more than {MAX_FILES}")
    left = MAX_TOTAL_BYTES
    for member in members:
        path = target / _safe_name(member)
        if member.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        left = _write_member(archive, member, path, left)


def _safe_name(member: zipfile.ZipInfo) -> PurePosixPath:
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise BadBundle(f"{member.filename!r} is neither a file nor a directory")
    name = PurePosixPath(member.filename)
    if name.is_absolute() or ".." in name.parts or not name.parts or "\\" in member.filename:
        raise BadBundle(f"{member.filename!r} is not a plain relative path")
    return name


def _write_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, left: int) -> int:
    # O_EXCL: a second entry of the same name is an error, and nothing that exists is ever followed.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(descriptor, "wb") as file, archive.open(member) as source:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BadBundle(f"more than {MAX_TOTAL_BYTES} bytes when unpacked")
            file.write(chunk)
    return left
