"""Takes shared memory, which limits of private memory do not count."""

import mmap

from kit import MIB, speak

held = []


def answer(message):
    while True:
        held.append(mmap.mmap(-1, 4 * MIB))
        held[-1].write(b"x" * (4 * MIB))


speak(answer)
