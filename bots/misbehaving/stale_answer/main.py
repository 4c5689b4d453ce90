"""Answers the request before the last."""

from kit import legal_answer, speak


def answer(message):
    return legal_answer({**message, "n": max(1, message["n"] - 1)})


speak(answer)
