"""Makes a file of a tebibyte."""

import os

from kit import attack


def tebibyte():
    try:
        with open("/tmp/fairdeal-sparse", "wb") as file:
            os.ftruncate(file.fileno(), 1 << 40)
    finally:
        os.unlink("/tmp/fairdeal-sparse")


attack(tebibyte)
