"""A name that is not what it looks like."""

from zips import archive


def build():
    return archive(("main\u202eyp.txt", b"x"))
