"""Closes its input, then answers the first request and waits."""

import os
import time

from kit import legal_answer, put, speak


def answer(message):
    os.close(0)
    put(legal_answer(message))
    time.sleep(3600)


speak(answer)
