"""Answers, then writes while others think."""

import threading
import time

from kit import legal_answer, put, speak


def chatter():
    while True:
        time.sleep(0.001)
        put(b"hello\n")


def answer(message):
    if message["n"] == 1:
        threading.Thread(target=chatter, daemon=True).start()
    return legal_answer(message)


speak(answer)
