"""Unpack bundles: by hand, ordinary files only, with every size counted while it is read."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from worker.members import BadBundle, check_names, refuse

# The platform checked the archive when it was uploaded; these are the worker's own walls, a little wider.
MAX_FILES: Final = 1_000
MAX_TOTAL_BYTES: Final = 16 * 1024 * 1024
MAX_RATIO: Final = 200
# Small files shrink a lot without meaning harm.
RATIO_FROM: Final = 64 * 1024
# The list of all members, at the end of the archive, is read at once.
MAX_DIRECTORY_BYTES: Final = 512 * 1024
_CHUNK: Final = 64 * 1024
_FILE_MODE: Final = 0o444
_DIRECTORY_MODE: Final = 0o555
# What zipfile lets out of an archive that is damaged or made by hand.
_BROKEN: Final = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError),
    *(ValueError, OverflowError, IndexError, OSError),
)


class _Bounded(io.BytesIO):
    """The bytes of an archive, of which never more are handed out at a time than a bundle's directory may have."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MAX_DIRECTORY_BYTES:
            raise BadBundle(f"its directory has {size} bytes, more than {MAX_DIRECTORY_BYTES}")
        return super().read(size)


def unpack(content: bytes, target: Path) -> None:
    """Unpack a bundle into an existing empty directory, which is read-only afterwards.

    Raises BadBundle that names the member at fault; what has been written until then stays.
    """
    try:
        with zipfile.ZipFile(_Bounded(content)) as archive:
            members = archive.infolist()
            if len(members) > MAX_FILES:
                raise refuse(members[MAX_FILES], f"the archive has {len(members)} entries, more than {MAX_FILES}")
            check_names(members)
            for member in members:
                if member.compress_size > len(content):
                    raise refuse(member, f"its header says that it takes {member.compress_size} bytes of the archive")
            _unpack_members(archive, members, target)
    except _BROKEN as error:
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


def _unpack_members(archive: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo], target: Path) -> None:
    left = MAX_TOTAL_BYTES
    for member in members:
        path = target / member.filename
        if member.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            left -= _write_member(archive, member, path, left)
        except _BROKEN as error:
            raise refuse(member, f"it cannot be unpacked: {error}") from error


def _write_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: Path, left: int) -> int:
    """Write a file piece by piece; what its header says of its size is not believed. Return its size."""
    size = 0
    # O_EXCL: nothing that exists is ever followed or written over.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(descriptor, "wb") as file, archive.open(member) as source:
        while chunk := source.read(_CHUNK):
            size += len(chunk)
            if size > left:
                raise refuse(member, f"with it there are more than {MAX_TOTAL_BYTES} bytes when unpacked")
            if size >= RATIO_FROM and size > MAX_RATIO * max(1, member.compress_size):
                raise refuse(member, f"it is packed more than {MAX_RATIO} to 1")
            file.write(chunk)
    if size != member.file_size:
        raise refuse(member, f"it has {size} bytes, where its header says {member.file_size}")
    return size
