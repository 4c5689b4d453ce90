"""A member that needs a password."""

from zips import FLAGS, archive, central


def build():
    return central(archive(("secret.py", b"x")), b"secret.py", (FLAGS, "<H", 1))
