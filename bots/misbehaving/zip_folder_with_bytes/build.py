"""A folder that holds bytes itself."""

from zips import archive


def build():
    return archive(("lib/", b"x" * 100))
