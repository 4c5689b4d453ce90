"""Sends itself the signals that would end it."""

import os
import signal
import time

from kit import speak


def answer(message):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
        os.kill(0, number)
    time.sleep(3600)


speak(answer)
