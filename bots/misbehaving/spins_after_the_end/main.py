"""Computes on when the game is over, and ignores what would end it."""

import signal

from kit import legal_answer, speak


def spin():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass


speak(legal_answer, end=spin)
