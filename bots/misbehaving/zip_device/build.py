"""A device."""

from zips import DEVICE, archive, thing


def build():
    return archive((thing("null", DEVICE), b""))
