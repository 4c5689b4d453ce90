"""A file that is a folder as well."""

from zips import archive


def build():
    return archive(("lib", b"x"), ("lib/a.py", b"y"))
