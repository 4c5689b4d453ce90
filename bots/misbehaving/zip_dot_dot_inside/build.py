"""A path that leads out of the folder after it has led in."""

from zips import archive


def build():
    return archive(("lib/../../evil.py", b"x"))
