"""A link to a file of the machine."""

from zips import LINK, archive, thing


def build():
    return archive((thing("link", LINK), b"/etc/passwd"))
