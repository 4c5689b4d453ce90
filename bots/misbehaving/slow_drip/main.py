"""Sends its answer a byte at a time, so that something always comes."""

import itertools
import time

from kit import put, speak


def answer(message):
    for _ in itertools.count():
        put(b" ")
        time.sleep(0.02)


speak(answer)
