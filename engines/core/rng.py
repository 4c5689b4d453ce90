"""The versioned random stream: every deck and every draw comes from SHAKE-256 over (version, purpose, index, seed).

Bots hold this code, so the stream is cryptographic: nobody finds the seed from cards seen. The shuffle is our own
Fisher-Yates with rejection sampling: unbiased, and the same on every machine and version of Python.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from engines.core.errors import BadSeed

T = TypeVar("T")

STREAM_VERSION: Final = "fairdeal-shake256-1"
MIN_SEED_BYTES: Final = 16  # 128 bits: fewer could be searched
_BLOCK_BYTES: Final = 272  # two SHAKE-256 blocks: enough for one shuffle of 54 cards, most of the time


def seed_bytes(seed: str | bytes) -> bytes:
    """Read a seed given as bytes or hex text; refuse one of less than 128 bits."""
    if isinstance(seed, str):
        try:
            raw = bytes.fromhex(seed)
        except ValueError:
            raise BadSeed(f"seed {seed!r} is not hex text") from None
    else:
        raw = bytes(seed)
    if len(raw) < MIN_SEED_BYTES:
        raise BadSeed(f"a seed has at least {MIN_SEED_BYTES * 8} bits, this one {len(raw) * 8}")
    return raw


def seed_from_text(text: str) -> str:
    """Turn any text into a seed: hex of 128 bits or more stays what it is, other text is hashed to 256 bits."""
    try:
        return seed_bytes(text).hex()
    except BadSeed:
        return hashlib.shake_256(b"fairdeal-seed-text|" + text.encode("utf-8", "surrogatepass")).hexdigest(32)


class Stream:
    """Yield unbiased random numbers from a seed, for one purpose and one index."""

    __slots__ = ("_at", "_buffer", "_counter", "_prefix")

    def __init__(self, seed: str | bytes, purpose: str, index: int = 0) -> None:
        self._prefix = f"{STREAM_VERSION}|{purpose}|{index}|".encode() + seed_bytes(seed) + b"|"
        self._counter = 0
        self._buffer = b""
        self._at = 0

    def _take(self, count: int) -> bytes:
        while len(self._buffer) - self._at < count:
            block = hashlib.shake_256(self._prefix + self._counter.to_bytes(8, "big")).digest(_BLOCK_BYTES)
            self._buffer = self._buffer[self._at :] + block
            self._at = 0
            self._counter += 1
        taken = self._buffer[self._at : self._at + count]
        self._at += count
        return taken

    def below(self, limit: int) -> int:
        """Return an integer from 0 to limit - 1, each equally likely."""
        if limit < 1:
            raise ValueError(f"below() needs a limit of at least 1, not {limit}")
        bits = (limit - 1).bit_length()
        if bits == 0:
            return 0
        count, mask = (bits + 7) // 8, (1 << bits) - 1
        while True:
            value = int.from_bytes(self._take(count), "big") & mask
            if value < limit:  # rejection: a remainder would favour small numbers
                return value

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def deck_of(seed: str | bytes, deal: int, pack: Sequence[int]) -> list[int]:
    """Shuffle the pack for deal `deal`: a function of seed and deal number alone."""
    return Stream(seed, "deck", deal).shuffled(pack)


def first_dealer_of(seed: str | bytes, players: int) -> int:
    """Draw the first dealer from the seed."""
    return Stream(seed, "first-dealer").below(players)
