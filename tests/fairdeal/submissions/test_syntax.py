"""Python files that do not compile are named with their line, whatever they hold; nothing of them is run."""

from pathlib import Path

import pytest
from fairdeal.submissions.syntax import find_fault


def test_good_files_pass() -> None:
    assert (
        find_fault(
            {"main.py": "x = 'ä'\n".encode(), "old.py": "# -*- coding: latin-1 -*-\nx = 'ä'\n".encode("latin-1")}
        )
        is None
    )


def test_the_line_of_the_fault_is_told() -> None:
    fault = find_fault({"main.py": b"x = 1\n", "lib/a.py": b"def f():\n    return 1\n  return 2\n"})
    assert fault is not None
    assert (fault.file, fault.line) == ("lib/a.py", 3)


@pytest.mark.parametrize(
    "source",
    [b"return 1\n", b"x = 1\0\n", b"x = '\xff'\n", b"(" * 100_000, b"-" * 200_000 + b"1", b"x" + b".a" * 300_000],
)
def test_hostile_sources_are_faults_not_crashes(source: bytes) -> None:
    fault = find_fault({"main.py": source})
    assert fault is not None
    assert fault.file == "main.py"
    assert fault.reason


def test_nothing_is_run(tmp_path: Path) -> None:
    assert find_fault({"main.py": f"open({str(tmp_path / 'ran')!r}, 'w')\n".encode()}) is None
    assert not (tmp_path / "ran").exists()
