"""A directory that says that it has 4 GiB."""

from zips import archive, end


def build():
    return end(archive(), (12, "<I", 0xFFFFFFF0))
