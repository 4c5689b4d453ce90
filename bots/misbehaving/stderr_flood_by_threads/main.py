"""Fills its log from all its threads and plays on."""

import os
import threading

from kit import legal_answer, speak


def flood():
    try:
        while True:
            os.write(2, b"x" * 65536)
    except OSError:
        pass


def answer(message):
    threads = [threading.Thread(target=flood) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return legal_answer(message)


speak(answer)
