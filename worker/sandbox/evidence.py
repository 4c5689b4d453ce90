"""An author's log: a file without a name, of which head and tail are kept as text that can hurt nobody."""

from __future__ import annotations

import os
import re
from typing import Final, NamedTuple

KEPT_BYTES: Final = 64 * 1024
_HALF: Final = KEPT_BYTES // 2
# Control characters but tab and line feed, lone surrogates, and what turns the direction of text or breaks lines.
_HARMFUL: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


class KeptLog(NamedTuple):
    """What is kept of a log."""

    text: str
    truncated: bool
    overflow: bool


def open_log() -> int:
    """Return a descriptor of a new file that has no name anywhere; what is written goes to its end."""
    return os.memfd_create("stderr", os.MFD_CLOEXEC)


def read_log(descriptor: int, limit: int) -> KeptLog:
    """Read head and tail of a log; `limit` is the size at which the kernel refused to write more."""
    size = os.fstat(descriptor).st_size
    if size <= KEPT_BYTES:
        return KeptLog(harmless(os.pread(descriptor, KEPT_BYTES, 0)), False, size >= limit)
    head = os.pread(descriptor, _HALF, 0)
    tail = os.pread(descriptor, _HALF, size - _HALF)
    left_out = f"\n[... {size - KEPT_BYTES} bytes left out ...]\n"
    return KeptLog(harmless(head) + left_out + harmless(tail), True, size >= limit)


def harmless(data: bytes) -> str:
    r"""Decode what a bot wrote; what is no text, or acts on a terminal or a page, is shown as an escape.

    >>> harmless(b"caf\xc3\xa9 \xff \x1b[2J\n")
    'café \\xff \\x1b[2J\n'
    """
    text = data.decode("utf-8", "backslashreplace").replace("\r\n", "\n")
    return _HARMFUL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
