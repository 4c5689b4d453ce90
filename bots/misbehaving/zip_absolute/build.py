"""A path from the root of the machine."""

from zips import archive


def build():
    return archive(("/etc/cron.d/evil", b"x"))
