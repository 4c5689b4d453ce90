"""Starts threads without end."""

import threading

from kit import Refused, attack


def hundred_threads():
    release = threading.Event()
    started = 0
    try:
        while started < 100:
            threading.Thread(target=release.wait, daemon=True).start()
            started += 1
    except RuntimeError as error:
        raise Refused(f"{error} after {started}") from None
    finally:
        release.set()


attack(hundred_threads)
