"""A member that says that it has ten bytes, and has many."""

import random

from zips import MIB, SIZE, archive, central


def build():
    return central(archive(("liar.py", random.Random(1).randbytes(MIB))), b"liar.py", (SIZE, "<I", 10))
