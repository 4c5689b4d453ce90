"""A member whose checksum is of another."""

from zips import CRC, archive, central


def build():
    return central(archive(("main2.py", b"print(1)")), b"main2.py", (CRC, "<I", 7))
