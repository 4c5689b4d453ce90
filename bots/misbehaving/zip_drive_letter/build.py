"""A path with a drive."""

from zips import archive


def build():
    return archive(("C:/evil.py", b"x"))
