"""Bytecode for the trees that bots see: taken from what Python has compiled already, under the names that bots see.

Compiling the standard library takes seconds of every first start; its bytecode mostly lies beside it.
"""

from __future__ import annotations

import importlib.util
import marshal
import warnings
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Final

# PEP 552: found by the hash of its source, which is never compared: the tree is read-only.
_UNCHECKED_HASH: Final = (1).to_bytes(4, "little")


class _Reader(SourceFileLoader):
    """Reads bytecode where it is up to date, else compiles, and leaves nothing beside the source."""

    def set_data(self, path: str, data: object, *, _mode: int = 0o666) -> None:
        """Write nothing."""


def write_bytecode(source: Path, copy: Path, seen_as: str) -> None:
    """Write the bytecode of `source` beside its `copy`, as that of a file called `seen_as`; none if it has no code."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is not ours
            code = _Reader(source.stem, str(source)).get_code(source.stem)
    except (SyntaxError, ValueError):  # what does not compile, bots cannot import
        return
    if code is None:
        return
    target = Path(importlib.util.cache_from_source(str(copy)))
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(
        importlib.util.MAGIC_NUMBER
        + _UNCHECKED_HASH
        + importlib.util.source_hash(source.read_bytes())
        + marshal.dumps(_renamed(code, seen_as))
    )


def _renamed(code: CodeType, filename: str) -> CodeType:
    constants = tuple(_renamed(each, filename) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_filename=filename, co_consts=constants)
