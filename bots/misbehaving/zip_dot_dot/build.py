"""A path that leads out of the folder."""

from zips import archive


def build():
    return archive(("../evil.py", b"x"))
