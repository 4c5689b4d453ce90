"""Crashes with a message of control characters and halves of characters."""

from kit import speak


def answer(message):
    raise RuntimeError("\x1b[31m \ud800 \u202e \x00")


speak(answer)
