"""A link to a folder of the machine, and a file in it."""

from zips import LINK, archive, thing


def build():
    return archive((thing("lib", LINK), b"/tmp"), ("lib/evil.py", b"x"))
