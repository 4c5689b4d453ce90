"""Answers rightly, without end."""

from kit import legal_answer, put, speak


def answer(message):
    while True:
        put(legal_answer(message))


speak(answer)
