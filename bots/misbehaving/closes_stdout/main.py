"""Closes its output and lives on."""

import os
import time

from kit import speak


def answer(message):
    os.close(1)
    time.sleep(3600)


speak(answer)
