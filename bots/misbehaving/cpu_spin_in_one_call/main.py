"""Computes for ever in one call that nothing inside can interrupt."""

import re

from kit import speak


def answer(message):
    return re.match(r"(a+)+$", "a" * 60 + "b")


speak(answer)
