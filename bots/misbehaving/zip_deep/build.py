"""A file a thousand folders deep."""

from zips import archive


def build():
    return archive(("d/" * 90 + "x", b"x"))
