"""A hundred thousand empty files."""

import zipfile

from zips import archive


def build():
    return archive(*((f"f{number}", b"") for number in range(20_000)), method=zipfile.ZIP_STORED)
