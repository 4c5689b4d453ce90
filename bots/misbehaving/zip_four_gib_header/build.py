"""A member that says that it has 4 GiB, and has a byte."""

from zips import SIZE, archive, central


def build():
    return central(archive(("liar.py", b"x")), b"liar.py", (SIZE, "<I", 0xFFFFFFFE))
