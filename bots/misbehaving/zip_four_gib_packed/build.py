"""A member that says that it takes 4 GiB of the archive."""

from zips import PACKED, archive, central


def build():
    return central(archive(("liar.py", b"x" * 999)), b"liar.py", (PACKED, "<I", 0xFFFFFFFE))
