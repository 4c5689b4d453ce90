"""Without the extras: the engines go on as ever, and who imports an adapter is told what is missing."""

import importlib
import subprocess
import sys

import pytest

ENGINES_ALONE = """
import sys
from engines.cli import main
try:
    main(["games"])
finally:
    print(sorted({"numpy", "gymnasium", "pettingzoo", "pyspiel"}.intersection(sys.modules)))
"""


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("engines.adapters.pettingzoo", "pettingzoo", "pettingzoo"),
        ("engines.adapters.pettingzoo", "gymnasium", "pettingzoo"),
        ("engines.adapters.open_spiel", "pyspiel", "open-spiel"),
    ],
)
def test_a_missing_extra_is_named(monkeypatch, module, missing, extra):
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=f"{module} needs the extra '{extra}': pip install 'fairdeal\\[{extra}\\]'"):
        importlib.import_module(module)


def test_the_command_line_needs_no_extra():
    done = subprocess.run([sys.executable, "-c", ENGINES_ALONE], capture_output=True, text=True, check=True)
    assert "thirty-one" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
