"""Kills the process that made it."""

import os
import signal

from kit import Refused, attack


def parent():
    if os.getppid() == 0:
        raise Refused("has no parent to see")
    os.kill(os.getppid(), signal.SIGKILL)


attack(parent)
