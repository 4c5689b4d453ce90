"""Sends signals to processes that are not its own."""

import os
import signal

from kit import FACTS, attack


def process():
    os.kill(FACTS["canary_pid"], signal.SIGUSR1)


attack(process)
