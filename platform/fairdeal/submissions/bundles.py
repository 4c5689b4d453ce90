"""Where bundles are kept: the store of files by SHA-256."""

from typing import BinaryIO

from fairdeal.common import blobs


def store(content: bytes) -> str:
    """Keep a bundle and give its SHA-256."""
    return blobs.put(content)


def open_bundle(sha: str) -> BinaryIO:
    """Give a bundle as a file to read, its bytes checked against the name."""
    return blobs.open_blob(sha)
