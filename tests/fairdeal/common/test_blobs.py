"""Stored files: found by their hash, whole or not at all, and never believed without looking."""

import hashlib
import os
from pathlib import Path

import pytest
from fairdeal.common import blobs
from fairdeal.common.errors import NotFound


def files(directory: Path) -> list[Path]:
    return [path for path in directory.rglob("*") if path.is_file()]


def test_bytes_come_back_under_their_hash(blob_dir: Path) -> None:
    name = blobs.put(b"cards")
    assert name == hashlib.sha256(b"cards").hexdigest()
    assert blobs.read(name) == blobs.open_blob(name).read() == b"cards"
    assert blobs.exists(name)
    assert blobs.put(b"cards") == name
    assert len(files(blob_dir)) == 1


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64, "0" * 64 + "\n"])
def test_what_is_not_there(name: str) -> None:
    with pytest.raises(NotFound):
        blobs.read(name)


def test_a_changed_file_is_found_out_and_put_right() -> None:
    name = blobs.put(b"cards")
    blobs.path_of(name).write_bytes(b"CARDS")
    with pytest.raises(blobs.BlobDamaged, match=name):
        blobs.read(name)
    blobs.put(b"cards")
    assert blobs.read(name) == b"cards"


def test_a_write_that_fails_leaves_nothing(blob_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        blobs.put(b"cards")
    assert files(blob_dir) == []
