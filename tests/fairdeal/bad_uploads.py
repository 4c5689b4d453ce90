"""Uploads that must be refused, each with the status and the words its author has to read."""

from __future__ import annotations

import io
import stat
import zipfile
from typing import NamedTuple

from fairdeal.submissions import archive

from tests.fairdeal.conftest import MANIFEST, bot_zip, make_zip


class BadUpload(NamedTuple):
    """A file, what it is called, and the answer: its status, its code for programs, words for people."""

    content: bytes
    filename: str
    status: int
    code: str
    words: str


def _with_link() -> bytes:
    buffer = io.BytesIO(bot_zip())
    with zipfile.ZipFile(buffer, "a") as zipped:
        link = zipfile.ZipInfo("table.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        zipped.writestr(link, "/etc/passwd")
    return buffer.getvalue()


BAD_UPLOADS = {
    "not a zip": BadUpload(b"no archive", "bot.zip", 400, "not_a_zip", "is not a zip archive"),
    "half a zip": BadUpload(bot_zip()[:-30], "bot.zip", 400, "not_a_zip", "damaged"),
    "neither zip nor python": BadUpload(b"\x7fELF", "bot.exe", 400, "not_a_zip", "One .py file or a zip"),
    "empty": BadUpload(b"", "bot.zip", 400, "bad_bundle", "empty"),
    "a path out of it": BadUpload(bot_zip(**{"../x.py": ""}), "bot.zip", 400, "unsafe_path", "../x.py"),
    "a link": BadUpload(_with_link(), "bot.zip", 400, "unsafe_member", "table.txt"),
    "a bomb": BadUpload(bot_zip(zeros=b"\0" * 3_000_000), "bot.zip", 400, "zip_bomb", "100 to 1"),
    "a file too large": BadUpload(bot_zip(big=b"\1\2" * (2 * archive.MIB + 1)), "bot.zip", 413, "too_large", "4 MiB"),
    "no bot.toml": BadUpload(make_zip({"main.py": ""}), "bot.zip", 400, "no_manifest", "no bot.toml"),
    "a broken bot.toml": BadUpload(bot_zip(manifest="name ="), "bot.zip", 400, "bad_bundle", "not TOML"),
    "a syntax error": BadUpload(bot_zip("x = 1\nif x\n"), "bot.zip", 400, "syntax_error", "main.py, line 2"),
    "no entry": BadUpload(
        bot_zip(manifest=MANIFEST.replace("main.py", "gone.py")), "bot.zip", 400, "no_entry", "gone.py"
    ),
    "no such game": BadUpload(
        bot_zip(manifest=MANIFEST.replace("thirty-one", "chess")), "bot.zip", 400, "unknown_game", "chess"
    ),
}

# How a bot can be at fault in its check, as the worker names it, and as its author reads it.
FAULTS = {
    "crash": "crashed",
    "illegal_action": "illegal action",
    "bad_message": "unreadable answer",
    "output_limit": "too much output",
    "memory_limit": "out of memory",
    "time_limit": "out of time",
    "start_failed": "did not start",
}
