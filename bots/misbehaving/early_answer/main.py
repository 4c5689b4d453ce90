"""Answers the next request with this one."""

from kit import legal_answer, speak


def answer(message):
    return legal_answer(message) + legal_answer({**message, "n": message["n"] + 1})


speak(answer)
