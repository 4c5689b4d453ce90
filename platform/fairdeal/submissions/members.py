"""What may stand in an uploaded archive: ordinary files and folders, with names that are safe on every system."""

import re
import stat
import unicodedata
import zipfile
from collections.abc import Sequence

from django.utils.translation import gettext as _

from fairdeal.common.errors import InvalidInput
from fairdeal.submissions.manifest import refuse

MAX_DEPTH = 8
MAX_NAME = 200
FIELD = "file"
_UTF8_FLAG, _ENCRYPTED_FLAG = 0x800, 0x1
_DRIVE = re.compile(r"[A-Za-z]:")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def check_names(infos: Sequence[zipfile.ZipInfo]) -> None:
    """Raise InvalidInput unless every member is an ordinary file or folder with a name that is safe everywhere."""
    seen: dict[str, str] = {}
    folders: dict[str, str] = {}
    for info in infos:
        _check_name(info)
        _check_kind(info)
        name = info.filename.rstrip("/")
        key = _fold(name)
        if key in seen and not (info.is_dir() and seen[key].endswith("/")):
            text = _("%(name)s is there twice, or differs from another name only in capitals.")
            raise member(info, text, "duplicate_member")
        seen[key] = info.filename
        parts = name.split("/")
        for depth in range(1, len(parts)):
            folder = "/".join(parts[:depth])
            if folders.setdefault(_fold(folder), folder) != folder:
                raise member(info, _("%(name)s is in a folder that is also written otherwise."), "duplicate_member")
    for key in folders:
        if key in seen and not seen[key].endswith("/"):
            raise refuse(
                FIELD,
                _("The archive is unsafe: %(name)r is a file and a folder.") % {"name": seen[key]},
                "duplicate_member",
            )


def _check_name(info: zipfile.ZipInfo) -> None:
    original, name = info.orig_filename, info.filename
    if not info.flag_bits & _UTF8_FLAG and not original.isascii():
        raise member(info, _("The name %(name)r is not UTF-8."), "bad_member")
    if any(unicodedata.category(letter).startswith("C") for letter in original):
        raise member(info, _("The name %(name)r holds invisible characters."), "bad_member")
    if len(name) > MAX_NAME:
        raise member(info, _("The name %(name)r is longer than 200 characters."), "bad_member")
    if "\\" in name or name.startswith("/") or _DRIVE.match(name):
        raise member(info, _("%(name)r is not a relative path with forward slashes."), "unsafe_path")
    parts = name.rstrip("/").split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise member(info, _("The path %(name)r leads out of the archive, or round about in it."), "unsafe_path")
    if len(parts) > MAX_DEPTH:
        raise member(info, _("%(name)r lies more than 8 folders deep."), "bad_member")


def _check_kind(info: zipfile.ZipInfo) -> None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFDIR if info.is_dir() else stat.S_IFREG):
        raise member(info, _("%(name)r is a link, a device or another thing that is no file."), "unsafe_member")
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise member(info, _("%(name)r is encrypted."), "bad_member")
    if info.compress_type not in _METHODS:
        raise member(info, _("%(name)r is packed in a way that is not taken; use deflate."), "bad_member")
    if info.is_dir() and info.file_size:
        raise member(info, _("%(name)r is a folder with bytes in it."), "bad_member")


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def member(info: zipfile.ZipInfo, text: str, code: str) -> InvalidInput:
    """Make the error for one member of an archive; `%(name)` in the text is its name, cut short."""
    return refuse(FIELD, text % {"name": info.orig_filename[:MAX_NAME]}, code)
