"""The record of a block, as it is stored: the same bytes for the same games."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final

RECORD_FORMAT: Final = 1


@dataclass(frozen=True)
class BlockRecord:
    """A block's record, packed."""

    content: bytes
    sha256: str

    @property
    def size(self) -> int:
        """Return the number of bytes."""
        return len(self.content)


def pack_block(block: int, games: list[dict[str, Any]]) -> BlockRecord:
    """Pack the records of a block's games: JSON, compressed, without a time of its own."""
    document = {"format": RECORD_FORMAT, "block": block, "games": games}
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    content = gzip.compress(text.encode(), compresslevel=6, mtime=0)
    return BlockRecord(content, hashlib.sha256(content).hexdigest())
