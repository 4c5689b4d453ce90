"""The versioned random stream: every deck and every draw comes from SHAKE-256 over (version, purpose, index, seed).

Bots hold this code, so the stream is cryptographic: nobody finds the seed from cards seen. The shuffle is our own
Fisher-Yates loop; every number it draws is uniform by rejection, and the same on every machine and version of Python.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

from engines.core.errors import BadSeed

T = TypeVar("T")

STREAM_VERSION: Final = "fairdeal-shake256-2"
MIN_SEED_BYTES: Final = 16  # 128 bits: fewer could be searched
_BLOCK_BYTES: Final = 136  # one SHAKE-256 block: enough for the shuffle of 54 cards nearly always
_MOST_SHUFFLED: Final = 65535


class Randomness(Protocol):
    """What samples are drawn with: `random.Random`, or a `Stream`."""

    def random(self) -> float:
        """Return a number from 0 up to but not including 1."""
        ...


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

    def random(self) -> float:
        """Return a number from 0 up to but not including 1, of 53 random bits."""
        return (int.from_bytes(self._take(7), "big") >> 3) / 9007199254740992

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the end), each order equally likely.

        A draw below n is the upper half of a 16-bit word times n; words whose lower half is below 65536 mod n are
        rejected, which makes it exact (Lemire, "Fast random integer generation in an interval", 2019).
        """
        order = list(items)
        size = len(order)
        if size > _MOST_SHUFFLED:
            raise ValueError(f"shuffled() takes at most {_MOST_SHUFFLED} items, not {size}")
        for word in self._words(size - 1):
            product = word * size
            low = product & 65535
            while low < size and low < 65536 % size:
                product = self._words(1)[0] * size
                low = product & 65535
            other = product >> 16
            size -= 1
            order[size], order[other] = order[other], order[size]
        return order

    def _words(self, count: int) -> tuple[int, ...]:
        """Take so many 16-bit words."""
        return struct.unpack(f">{count}H", self._take(2 * count)) if count > 0 else ()


def deck_of(seed: str | bytes, deal: int, pack: Sequence[int]) -> list[int]:
    """Shuffle the pack for deal `deal`: a function of seed and deal number alone."""
    return Stream(seed, "deck", deal).shuffled(pack)


def first_dealer_of(seed: str | bytes, players: int) -> int:
    """Draw the first dealer from the seed."""
    return Stream(seed, "first-dealer").below(players)
