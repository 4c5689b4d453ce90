"""Computes for ever."""

from kit import speak


def answer(message):
    while True:
        pass


speak(answer)
