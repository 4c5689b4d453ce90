"""Leaves a daemon behind, forked twice."""

import os
import time

from kit import attack


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)


attack(daemon)
