"""A name that says that it is UTF-8 and is not."""

from zips import archive, patched


def build():
    return patched(archive(("\u00e4\u00f6\u00fc.txt", b"x")), "\u00e4\u00f6\u00fc".encode(), b"\xff\xfe\xfd" * 2)
