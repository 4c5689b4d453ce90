"""Begins an answer and goes."""

import os

from kit import legal_answer, put, speak


def answer(message):
    put(legal_answer(message)[:-1])
    os._exit(0)


speak(answer)
