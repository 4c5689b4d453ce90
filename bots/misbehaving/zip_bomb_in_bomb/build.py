"""An archive in an archive, ten deep, and nothing else."""

import io
import zipfile

from zips import MIB, archive


def build():
    content = archive()
    for _ in range(10):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
            for number in range(10):
                zipped.writestr(f"{number}.zip", content)
        content = buffer.getvalue() if len(buffer.getvalue()) < MIB else content
    return content
