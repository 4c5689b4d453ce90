"""Answers with lines without end."""

from kit import put, speak


def answer(message):
    while True:
        put(b"{}\n" * 1000)


speak(answer)
