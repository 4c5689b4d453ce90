"""Ends, and hangs on its way out."""

import atexit
import time

from kit import speak


def answer(message):
    atexit.register(time.sleep, 3600)
    raise SystemExit(0)


speak(answer)
