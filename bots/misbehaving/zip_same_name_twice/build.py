"""Two members of one name, of which each reader takes another."""

from zips import archive


def build():
    return archive(("main.py", b"other"))
