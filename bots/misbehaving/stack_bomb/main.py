"""Recurses until its stack is used up."""

import sys

from kit import speak

sys.setrecursionlimit(1 << 30)


def answer(message):
    # Through a function of C at every level: those have a frame on the stack of the process.
    return max([message], key=answer)


speak(answer)
