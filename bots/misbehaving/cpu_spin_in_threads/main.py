"""Computes for ever in all its threads."""

import threading

from kit import speak


def spin():
    while True:
        pass


def answer(message):
    for _ in range(8):
        threading.Thread(target=spin, daemon=True).start()
    spin()


speak(answer)
