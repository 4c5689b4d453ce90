"""Fills as many and as large pipes as it can get."""

import fcntl
import os

from kit import MIB, Refused, attack


def large_pipe():
    reading, writing = os.pipe()
    try:
        fcntl.fcntl(writing, 1031, MIB)
    finally:
        os.close(reading)
        os.close(writing)


def five_hundred_pipes():
    pipes = []
    try:
        while len(pipes) < 1000:
            pipes += os.pipe()
            os.set_blocking(pipes[-1], False)
            os.write(pipes[-1], b"x" * 65536)
    except OSError as error:
        raise Refused(f"{error.strerror} after {len(pipes) // 2}") from None
    finally:
        for pipe in pipes:
            os.close(pipe)


attack(large_pipe, five_hundred_pipes)
