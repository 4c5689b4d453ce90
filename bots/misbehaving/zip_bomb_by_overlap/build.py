"""Members that share their bytes, so that little is read many times."""

import zipfile

from zips import MIB, PACKED, SIZE, archive, central


def build():
    content = archive(("kernel0", bytes(MIB)), ("kernel1", b""), ("kernel2", b""), method=zipfile.ZIP_STORED)
    at = content.index(b"kernel0") - 30
    for name in (b"kernel1", b"kernel2"):
        content = central(content, name, (42, "<I", at), (SIZE, "<I", MIB), (PACKED, "<I", MIB))
    return content
