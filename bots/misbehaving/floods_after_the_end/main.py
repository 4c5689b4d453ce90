"""Writes without end when the game is over."""

from kit import legal_answer, put, speak


def flood():
    while True:
        put(b"x" * 65536)


speak(legal_answer, end=flood)
