"""Two names that are one on other systems."""

from zips import archive


def build():
    return archive(("MAIN.py", b"other"))
