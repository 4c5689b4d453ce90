"""A name that ends early for programs in C."""

from zips import archive, patched


def build():
    return patched(archive(("main.py_.png", b"x")), b"main.py_.png", b"main.py\0.png")
