"""Takes memory in all its threads at once."""

import threading

from kit import MIB, legal_answer, speak

held = []


def take():
    while True:
        held.append(bytearray(MIB))


def answer(message):
    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    take()
    return legal_answer(message)


speak(answer)
