"""Bundles: unpacked by hand, read-only, bounded; cached by hash and never removed while used."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from worker import bundles
from worker.bundles import BadBundle, unpack
from worker.client import BundleStore


def zipped(members: dict[str, bytes], **modes: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = modes.get(name, stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def test_a_bundle_is_unpacked_read_only(tmp_path: Path) -> None:
    unpack(zipped({"main.py": b"print()", "data/table.txt": b"1"}), tmp_path)
    assert (tmp_path / "data" / "table.txt").read_bytes() == b"1"
    assert stat.S_IMODE((tmp_path / "main.py").stat().st_mode) == 0o444
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o555


@pytest.mark.parametrize("name", ["../out.py", "/etc/out.py", "a/../../out.py", "a\\..\\out.py"])
def test_no_file_leaves_the_directory(tmp_path: Path, name: str) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    with pytest.raises(BadBundle):
        unpack(zipped({name: b"x"}), inside)
    assert [path.name for path in tmp_path.rglob("*")] == ["inside"]


def test_links_and_devices_are_refused(tmp_path: Path) -> None:
    for kind in (stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR):
        with pytest.raises(BadBundle):
            unpack(zipped({"a": b"/etc/passwd"}, a=kind | 0o777), tmp_path)


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, pytest.warns(UserWarning):
        archive.writestr("main.py", b"one")
        archive.writestr("main.py", b"two")
    with pytest.raises(BadBundle):
        unpack(buffer.getvalue(), tmp_path)


def test_a_bomb_is_stopped_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MAX_TOTAL_BYTES", 1_000_000)
    with pytest.raises(BadBundle):
        unpack(zipped({"bomb": bytes(5_000_000)}), tmp_path)
    assert (tmp_path / "bomb").stat().st_size <= 1_000_000


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBundle):
        unpack(b"print()", tmp_path)


def sample(number: int) -> tuple[str, bytes]:
    content = zipped({"main.py": str(number).encode()})
    return hashlib.sha256(content).hexdigest(), content


def never() -> bytes:
    raise AssertionError("fetched again")


def test_a_bundle_is_fetched_once(tmp_path: Path) -> None:
    sha, content = sample(1)
    store = BundleStore(tmp_path)
    with store.hold(sha, lambda: content) as path:
        assert (path / "main.py").read_bytes() == b"1"
    with BundleStore(tmp_path).hold(sha, never) as path:
        assert (path / "main.py").read_bytes() == b"1"


def test_a_failed_fetch_leaves_nothing(tmp_path: Path) -> None:
    store = BundleStore(tmp_path)
    with pytest.raises(BadBundle), store.hold("ab" * 32, lambda: b"no zip"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["locks"]


def test_the_longest_unused_bundle_goes_first_but_never_one_in_use(tmp_path: Path) -> None:
    store = BundleStore(tmp_path, max_bundles=2)
    names = []
    with store.hold(*_held(sample(0), names)):
        for number in range(1, 4):
            with store.hold(*_held(sample(number), names)) as path:
                os.utime(path, (number, number))
        assert (tmp_path / names[0]).is_dir()
        assert not (tmp_path / names[1]).exists()
        assert not (tmp_path / names[2]).exists() or not (tmp_path / names[3]).exists()


def _held(bundle: tuple[str, bytes], names: list[str]):  # type: ignore[no-untyped-def]
    names.append(bundle[0])
    return bundle[0], lambda: bundle[1]
