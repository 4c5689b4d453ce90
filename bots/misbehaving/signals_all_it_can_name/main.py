"""Sends a signal to every process whose number it can guess."""

import os

from kit import Refused, attack


def anybody():
    for pid in range(2, 5000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        except PermissionError:
            pass
        return
    raise Refused("nobody there")


attack(anybody)
