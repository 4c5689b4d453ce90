"""Answers when its time is over, and goes on as if it were not."""

import time

from kit import legal_answer, speak


def answer(message):
    time.sleep(30)
    return legal_answer(message)


speak(answer)
