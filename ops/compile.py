"""Compile the engines' hot modules with mypyc, in place: faster, and the same in everything else.

`python -m ops.compile` builds, `python -m ops.compile --remove` goes back to plain Python. The modules are the plain
ones, unchanged; whichever is there is imported, a compiled one first. A C compiler and Python's headers are needed.
With `--cache FOLDER` what was built is kept there, and taken from there while nothing has changed.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
#: What is compiled of every family: the course of the game and all that it calls; facts and options stay as they are.
LEFT_OUT: Final = frozenset({"__init__.py", "game.py", "options.py", "variants.py"})
CORE: Final = ("cards", "chips", "choices", "course", "history", "rng", "state", "texts")
FAMILIES: Final = ("maverick", "red_dog", "smear", "speculation", "thirty_one")
GROUP: Final = "engines.compiled"


def sources(families: Sequence[str]) -> list[str]:
    """List the modules that are compiled for these families of games, as paths below the root."""
    core = [f"engines/core/{name}.py" for name in CORE]
    return core + [
        path.relative_to(ROOT).as_posix()
        for family in families
        for path in sorted((ROOT / "engines" / family).glob("*.py"))
        if path.name not in LEFT_OUT
    ]


def compiled() -> Iterator[Path]:
    """Find what an earlier run has built."""
    yield from (ROOT / "engines").rglob("*.so")


def remove() -> None:
    """Delete what was built."""
    for path in compiled():
        path.unlink()


def build(optimisation: str, families: Sequence[str]) -> None:
    """Build all modules in place; stop with what the compiler said if one cannot be built."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    work = Path(tempfile.mkdtemp(prefix="fairdeal-compile-"))
    try:
        options = ["--config-file", str(ROOT / "ops" / "compile.ini"), *sources(families)]
        modules = mypycify(options, opt_level=optimisation, debug_level="0", group_name=GROUP, target_dir=str(work))
        command = build_ext(Distribution({"name": "fairdeal-engines", "ext_modules": modules}))
        command.inplace = True
        command.build_temp = str(work)
        command.ensure_finalized()
        command.run()
    finally:
        shutil.rmtree(work, ignore_errors=True)


def build_or_take(optimisation: str, families: Sequence[str], cache: Path) -> None:
    """Take the modules that an earlier run has kept of these very sources, or build and keep them, and no others."""
    kept = cache / fingerprint(optimisation, families)
    if not kept.exists():
        build(optimisation, families)
        shutil.rmtree(cache, ignore_errors=True)
        fresh = kept.with_suffix(".part")
        for path in compiled():
            copy = fresh / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
        fresh.rename(kept)
    shutil.copytree(kept, ROOT, dirs_exist_ok=True)


def fingerprint(optimisation: str, families: Sequence[str]) -> str:
    """Return a digest of all that the compiled modules depend on."""
    digest = hashlib.sha256(f"{sys.version} {version('mypy')} {optimisation}".encode())
    for name in ["ops/compile.py", "ops/compile.ini", *sources(families)]:
        digest.update(f"\n{name}\n".encode() + (ROOT / name).read_bytes())
    return digest.hexdigest()[:32]


def what_is_missing() -> str:
    """Say what a build needs and does not find; empty: nothing."""
    missing = [] if shutil.which("gcc") or shutil.which("cc") else ["a C compiler (package gcc)"]
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        missing.append(f"Python's headers (package python{sysconfig.get_python_version()}-dev)")
    return " and ".join(missing)


def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(prog="python -m ops.compile", description=__doc__)
    parser.add_argument("--remove", action="store_true", help="delete the compiled modules")
    parser.add_argument("--optimisation", default="3", choices=["0", "1", "2", "3"], help="the C compiler's -O level")
    parser.add_argument("--families", nargs="+", default=FAMILIES, choices=FAMILIES, help="the core and these games")
    parser.add_argument("--cache", type=Path, metavar="FOLDER", help="keep what is built there, or take it from there")
    given = parser.parse_args()
    os.chdir(ROOT)
    remove()
    if given.remove:
        return 0
    if missing := what_is_missing():
        print(f"The engines cannot be compiled without {missing}.", file=sys.stderr)
        return 1
    if given.cache:
        build_or_take(given.optimisation, given.families, given.cache)
    else:
        build(given.optimisation, given.families)
    where = subprocess.run(
        [sys.executable, "-c", "import engines.smear.state as state; print(state.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    print(f"{len(sources(given.families))} modules compiled; {where.stdout.strip()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
