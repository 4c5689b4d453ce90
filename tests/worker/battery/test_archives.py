"""Hostile archives are refused by the platform and by the worker, while they are read, in little memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fairdeal.common.errors import InvalidInput, TooLarge
from fairdeal.submissions.archive import unpack as unpack_upload

from tests.worker.battery.archives import HostileArchive, hostile_archives
from worker.bundles import MAX_TOTAL_BYTES, BadBundle, unpack

MIB = 1024 * 1024
# The most that a good bundle may unpack to, twice, and the list of its members.
PLATFORM_MEMORY = 24 * MIB
# The worker writes to disk as it reads.
WORKER_MEMORY = 8 * MIB
# What only the platform asks for: to the worker these are bundles like others.
HARMLESS_TO_WORKERS = {"no_manifest"}
ARCHIVES = hostile_archives()


@contextmanager
def little_memory(most: int) -> Iterator[None]:
    """See that no more is held at any moment than so many bytes."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < most, f"{peak / MIB:.1f} MiB"


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.name)
def test_the_platform_refuses_it(archive: HostileArchive) -> None:
    content = archive.build()
    with little_memory(PLATFORM_MEMORY), pytest.raises((InvalidInput, TooLarge)) as caught:
        unpack_upload(filename="bot.zip", content=content, known_games=("thirty-one",))
    assert caught.value.code == archive.refusal, caught.value.message
    assert caught.value.fields == {"file": [caught.value.message]}
    if archive.member is not None:
        assert archive.member in caught.value.message or repr(archive.member)[1:-1] in caught.value.message


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.name)
def test_the_worker_refuses_it_too(archive: HostileArchive, tmp_path: Path) -> None:
    content = archive.build()
    target = tmp_path / "bundle"
    target.mkdir()
    with little_memory(WORKER_MEMORY):
        if archive.refusal in HARMLESS_TO_WORKERS:
            unpack(content, target)
        else:
            with pytest.raises(BadBundle) as caught:
                unpack(content, target)
            assert archive.member is None or ascii(archive.member)[1:-1] in str(caught.value)
            assert str(caught.value).isascii()
    assert [path.name for path in tmp_path.iterdir()] == ["bundle"]
    written = [path for path in target.rglob("*") if not path.is_dir()]
    assert all(path.is_file() and not path.is_symlink() for path in written)
    assert sum(path.stat().st_size for path in written) <= MAX_TOTAL_BYTES
