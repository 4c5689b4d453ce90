"""Two names that are one when composed."""

from zips import archive


def build():
    return archive(("\u00e9.py", b"1"), ("e\u0301.py", b"2"))
