"""Many files, each of them small enough."""

import random

from zips import MIB, archive


def build():
    four_letters = bytes(b"acgt"[number % 4] for number in range(256))
    noise = random.Random(1).randbytes(MIB).translate(four_letters) * 3
    return archive(*((f"noise{number}", noise) for number in range(6)))
