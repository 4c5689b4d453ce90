"""Bytecode for bots: as good as compiled anew, under the names that bots see, and nothing left beside the sources."""

from __future__ import annotations

import py_compile
import subprocess
import sys
from pathlib import Path

from worker.sandbox.bytecode import write_bytecode

SOURCE = "def where():\n    raise ValueError((lambda: 41)() + 1)\n"
SEEN = "/usr/lib/python3/thing.py"


def _ready(folder: Path, text: str = SOURCE) -> tuple[Path, Path]:
    source, copy = folder / "host" / "thing.py", folder / "tree" / "thing.py"
    for path in (source, copy):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return source, copy


def _traceback(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-c", "import thing; thing.where()"],
        cwd=folder, check=False, capture_output=True, text=True,
    )  # fmt: skip
    return done.stderr


def test_it_names_what_bots_see_and_nothing_of_the_host(tmp_path: Path) -> None:
    source, copy = _ready(tmp_path)
    py_compile.compile(str(source))
    write_bytecode(source, copy, SEEN)
    (written,) = (copy.parent / "__pycache__").iterdir()
    assert SEEN.encode() in written.read_bytes()
    assert str(tmp_path).encode() not in written.read_bytes()
    assert "ValueError: 42" in _traceback(copy.parent)


def test_it_is_taken_without_a_look_at_the_source(tmp_path: Path) -> None:
    source, copy = _ready(tmp_path)
    write_bytecode(source, copy, SEEN)
    copy.write_text("raise SystemExit('compiled again')")
    assert "ValueError: 42" in _traceback(copy.parent)


def test_old_bytecode_is_not_taken(tmp_path: Path) -> None:
    source, copy = _ready(tmp_path)
    py_compile.compile(str(source))
    source.write_text(SOURCE.replace("41", "1041"))
    write_bytecode(source, copy, SEEN)
    assert "ValueError: 1042" in _traceback(copy.parent)


def test_nothing_is_left_beside_the_source(tmp_path: Path) -> None:
    source, copy = _ready(tmp_path)
    write_bytecode(source, copy, SEEN)
    assert [path.name for path in source.parent.iterdir()] == ["thing.py"]
    assert len(list((copy.parent / "__pycache__").iterdir())) == 1


def test_what_does_not_compile_has_none(tmp_path: Path) -> None:
    source, copy = _ready(tmp_path, "print 'old'\n")
    write_bytecode(source, copy, SEEN)
    assert [path.name for path in copy.parent.iterdir()] == ["thing.py"]
