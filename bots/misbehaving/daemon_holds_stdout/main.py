"""Ends, and leaves its output to a child and to a thread."""

import os
import threading
import time

from kit import speak


def answer(message):
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    try:
        if os.fork() == 0:
            time.sleep(3600)
    finally:
        os._exit(0)


speak(answer)
