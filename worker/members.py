"""What may stand in a bundle: ordinary files and folders, under names that mean the same on every system."""

from __future__ import annotations

import re
import stat
import unicodedata
import zipfile
from collections.abc import Sequence
from typing import Final

MAX_DEPTH: Final = 8
MAX_NAME: Final = 200
_SHOWN: Final = 200
_UTF8: Final = 0x800
_ENCRYPTED: Final = 0x1
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BadBundle(Exception):
    """Report a bundle that must not be unpacked."""


def refuse(member: zipfile.ZipInfo, reason: str) -> BadBundle:
    """Make the error about one member; its name is shown without what acts on a terminal."""
    return BadBundle(f"{member.orig_filename[:_SHOWN]!a}: {reason}")


def check_names(members: Sequence[zipfile.ZipInfo]) -> None:
    """Raise BadBundle unless every member is an ordinary file or folder, and no two share a place on any system."""
    spellings: dict[str, str] = {}
    files: set[str] = set()
    for member in members:
        _check(member)
        parts = member.filename.rstrip("/").split("/")
        for depth in range(1, len(parts) + 1):
            place = "/".join(parts[:depth])
            folded = _fold(place)
            is_last = depth == len(parts)
            if spellings.setdefault(folded, place) != place:
                raise refuse(member, f"it differs from {spellings[folded]!a} in no way that counts everywhere")
            if folded in files:
                raise refuse(member, f"{place!a} is there already, as a file")
            if is_last and not member.is_dir():
                if any(other.startswith(f"{folded}/") for other in spellings):
                    raise refuse(member, "it is a folder as well")
                files.add(folded)


def _check(member: zipfile.ZipInfo) -> None:
    original, name = member.orig_filename, member.filename
    if not member.flag_bits & _UTF8 and not original.isascii():
        raise refuse(member, "its name is not UTF-8")
    if any(unicodedata.category(letter).startswith("C") for letter in original):
        raise refuse(member, "its name holds characters that cannot be seen")
    if len(name) > MAX_NAME:
        raise refuse(member, f"its name has more than {MAX_NAME} characters")
    if "\\" in name or name.startswith("/") or _DRIVE.match(name):
        raise refuse(member, "its name is not a relative path with forward slashes")
    parts = name.rstrip("/").split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise refuse(member, "its path leads out of the bundle, or round about in it")
    if len(parts) > MAX_DEPTH:
        raise refuse(member, f"it lies more than {MAX_DEPTH} folders deep")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFDIR if member.is_dir() else stat.S_IFREG):
        raise refuse(member, "it is neither a file nor a folder")
    if member.flag_bits & _ENCRYPTED:
        raise refuse(member, "it is encrypted")
    if member.compress_type not in _METHODS:
        raise refuse(member, "it is packed in another way than by deflate")
    if member.is_dir() and member.file_size:
        raise refuse(member, "it is a folder with bytes in it")


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
