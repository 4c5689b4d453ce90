"""Two folders that are one on other systems."""

from zips import archive


def build():
    return archive(("lib/a.py", b"x"), ("LIB/b.py", b"y"))
