"""Three megabytes of zeros in three kilobytes."""

from zips import MIB, archive


def build():
    return archive(("zeros", bytes(3 * MIB)))
