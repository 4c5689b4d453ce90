"""Asks for a terabyte at once."""

from kit import legal_answer, speak


def answer(message):
    return legal_answer(message) + bytes(1 << 40)


speak(answer)
