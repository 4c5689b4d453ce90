"""A member that cannot be unpacked."""

from zips import archive


def build():
    content = archive(("noise.bin", b"abcdefgh" * 99))
    at = content.index(b"noise.bin") + len("noise.bin")
    return content[:at] + b"\xff" * 8 + content[at + 8 :]
