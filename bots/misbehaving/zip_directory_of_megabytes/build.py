"""A directory of some members with megabytes of remarks."""

import zipfile

from zips import archive


def build():
    info = zipfile.ZipInfo("talkative.py")
    info.comment = b"x" * 65_000
    others = []
    for number in range(60):
        others.append(zipfile.ZipInfo(f"talkative{number}.py"))
        others[-1].comment = info.comment
    return archive(*((info, b"") for info in others))
