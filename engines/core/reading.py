"""Read records from bytes: one game's document, or a match's block of games, plain or gzipped."""

import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import RecordError

GZIP_MAGIC: Final = b"\x1f\x8b"
#: The most that a gzipped document may unpack to, in bytes: far above any block.
MOST_UNPACKED: Final = 256 * 1024 * 1024


def read_records(raw: bytes, name: str) -> list[Any]:
    """Return the records in a document: its games if it is a block (``{"block": .., "games": [..]}``), else itself.

    Raises RecordError naming the document where it is no JSON, no sound gzip, or unpacks to too much.
    """
    try:
        document = json.loads(unpacked(raw, name).decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{name} is not a JSON document: {error}") from None
    if not isinstance(document, Mapping) or "games" not in document:
        return [document]
    games = document["games"]
    if not isinstance(games, list) or not games:
        raise RecordError(f"{name}: 'games' must be a list of records, one or more")
    return games


def unpacked(raw: bytes, name: str) -> bytes:
    """Return a document's bytes, unpacked if they are gzipped; raise RecordError for broken gzip or too much."""
    if not raw.startswith(GZIP_MAGIC):
        return raw
    try:
        unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        text = unpacking.decompress(raw, MOST_UNPACKED)
    except zlib.error as error:
        raise RecordError(f"{name} is no sound gzip file: {error}") from None
    if not unpacking.eof:
        raise RecordError(f"{name} is no whole gzip file, or unpacks to more than {MOST_UNPACKED} bytes")
    return text
