"""Crashes with a message that is larger than its log."""

from kit import MIB, speak


def answer(message):
    raise RuntimeError("x" * (8 * MIB))


speak(answer)
