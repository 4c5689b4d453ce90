"""Ignores every signal and hangs."""

import signal
import time

from kit import speak


def answer(message):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(3600)


speak(answer)
