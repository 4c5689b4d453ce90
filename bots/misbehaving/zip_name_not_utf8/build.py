"""A name in no known encoding."""

from zips import archive, patched


def build():
    return patched(archive(("abcd.txt", b"x")), b"abcd.txt", b"ab\xff\xfe.txt")
