"""One file that is far too large."""

from zips import MIB, archive


def build():
    return archive(("large", bytes(64 * MIB)))
