"""Seeds: every deal of an event follows from one secret, published as a hash before and in full after it. Pure."""

import hashlib
import hmac
import re
import secrets
from typing import Final

SEED: Final = re.compile(r"(?:[0-9a-f]{2}){16,32}")


def fresh_seed() -> str:
    """Draw the seed of an event: 256 bits, in hex."""
    return secrets.token_hex(32)


def is_seed(text: object) -> bool:
    """Say whether this is a seed: 128 to 256 bits in small hexadecimal letters."""
    return isinstance(text, str) and SEED.fullmatch(text) is not None


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed's bytes, which is published before the first deal."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def block_seed(event_seed: str, *, cycle: int, round_number: int, block: int) -> str:
    """Return the seed of a block; all tables of a round share it. Formats whose cycles share seeds say round 0."""
    return _derive(event_seed, f"block/{cycle}/{round_number}/{block}")


def bots_seed(event_seed: str, *, cycle: int, round_number: int, table: int, part: int = 0, leg: int = 1) -> str:
    """Return the seed of the bots' own random numbers in one match; it says nothing about the deals."""
    further = f"/{leg}" if leg > 1 else ""
    return _derive(event_seed, f"rng/{cycle}/{round_number}/{table}/{part}{further}")


def _derive(event_seed: str, label: str) -> str:
    return hmac.new(bytes.fromhex(event_seed), label.encode(), hashlib.sha256).hexdigest()
