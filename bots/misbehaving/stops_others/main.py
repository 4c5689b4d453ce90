"""Stops a process that is not its own."""

import os
import signal

from kit import FACTS, attack


def process():
    os.kill(FACTS["canary_pid"], signal.SIGSTOP)


attack(process)
