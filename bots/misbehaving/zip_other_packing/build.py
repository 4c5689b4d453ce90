"""A member that is packed in a way with worse bombs."""

import zipfile

from zips import archive


def build():
    return archive((zipfile.ZipInfo("packed"), b"x" * 999), method=zipfile.ZIP_LZMA)
