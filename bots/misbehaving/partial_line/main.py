"""Begins an answer and never ends it."""

import time

from kit import legal_answer, put, speak


def answer(message):
    put(legal_answer(message)[:-1])
    time.sleep(3600)


speak(answer)
