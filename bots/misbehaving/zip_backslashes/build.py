"""A path that leads out on another system."""

from zips import archive


def build():
    return archive(("lib\\..\\..\\evil.py", b"x"))
