"""A name that acts on a terminal."""

from zips import archive


def build():
    return archive(("\x1b[2J.py", b"x"))
