"""A name of many letters."""

from zips import archive


def build():
    return archive(("a" * 60_000, b"x"))
