"""Closes whatever is open."""

import os
import time

from kit import speak


def answer(message):
    os.closerange(0, 4096)
    time.sleep(3600)


speak(answer)
