"""Ends its main thread and leaves one that never ends."""

import threading
import time

from kit import speak


def answer(message):
    threading.Thread(target=time.sleep, args=(3600,)).start()
    raise SystemExit(0)


speak(answer)
