"""What a bot sees as its machine: Python, its libraries, the engines and the SDK; no shell, no tools, nobody's files.

Two read-only trees, each named by the digest of what went into it: the interpreter, which changes when Python does, and
the library, which changes with the project.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from worker.sandbox.bytecode import write_bytecode
from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.languages import PLACE, SHARED_LIBRARIES
from worker.sandbox.packages import extra_packages, find_extra_package, linked_libraries
from worker.sandbox.places import Claim, claim_tree, prune
from worker.sandbox.policy import FILTERS, build_filter

LAYOUT: Final = "4"  # to be raised when the trees are built in another way
PYTHON: Final = "/usr/bin/python3"
LIBRARY: Final = "/opt/fairdeal"
# Where the loader looks: what Python links, and what packages link beside.
LIBRARY_PATH: Final = f"{SHARED_LIBRARIES}:{LIBRARY}/lib"
ZYGOTE: Final = f"{LIBRARY}/boot/worker/sandbox/inside/zygote.py"
DEVICES: Final = ("null", "zero", "random", "urandom")
# Directories that something is mounted on.
_MOUNTPOINTS: Final = ("bot", "boot", "dev", "tmp", LIBRARY.lstrip("/"), PLACE.lstrip("/"))

_LEFT_OUT: Final = frozenset(
    (
        *("site-packages", "dist-packages", "test", "tests", "idlelib", "tkinter", "turtledemo", "turtle.py"),
        *("ensurepip", "lib2to3", "pydoc_data", "venv", "distutils", "__phello__", "antigravity.py"),
    )
)
_MODULE_FILES: Final = (".py", ".so")
_PROJECT: Final = Path(__file__).resolve().parents[2]
_INSIDE: Final = Path(__file__).resolve().parent / "inside"


@dataclass(frozen=True)
class Runtime:
    """The two trees, held as long as this object lives."""

    python: Claim
    library: Claim

    def release(self) -> None:
        """Let others prune the trees."""
        self.python.release()
        self.library.release()


def open_runtime(base: Path) -> Runtime:
    """Build the trees below `base`, or take those that stand there."""
    python = _open(base, "python-", _interpreter_digest(), _build_interpreter)
    packages = {
        "engines": _package("engines", "engines"),
        "fairdeal_bot": _package("fairdeal_bot", "bots/sdk/fairdeal_bot"),
        **{name: path for extra in extra_packages() for name, path in find_extra_package(extra).items()},
    }
    library = _open(base, "library-", _library_digest(packages), lambda scratch: _build_library(scratch, packages))
    return Runtime(python, library)


def _open(base: Path, prefix: str, digest: str, build: Callable[[Path], None]) -> Claim:
    claim = claim_tree(base / f"{prefix}{digest}", build)
    prune(base, prefix, claim.path)
    return claim


def _interpreter_digest() -> str:
    digest = hashlib.sha256(f"{LAYOUT}|{sys.version}|{_executable()}|{_stdlib()}".encode())
    for path in (_executable(), *sorted(_stdlib_files())):
        facts = path.stat()
        digest.update(f"{path}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:20]


def _library_digest(packages: dict[str, Path]) -> str:
    digest = hashlib.sha256(f"{LAYOUT}|{sys.version}|".encode())
    for name in FILTERS:
        digest.update(build_filter(kind=name))
    for name, root in sorted({**packages, "inside": _INSIDE}.items()):
        for path in sorted(_sources(root)):
            content = path.read_bytes()
            digest.update(f"{name}/{path.relative_to(root)}|{len(content)}|".encode() + content)
    return digest.hexdigest()[:20]


def _build_interpreter(scratch: Path) -> None:
    for name in _MOUNTPOINTS:
        (scratch / name).mkdir(parents=True)
    for device in DEVICES:
        (scratch / "dev" / device).touch()
    place = Path("usr", sys.platlibdir, _stdlib().name)
    for path in _stdlib_files():
        relative = path.relative_to(_dynload()) if path.is_relative_to(_dynload()) else path.relative_to(_stdlib())
        folder = place / "lib-dynload" if path.is_relative_to(_dynload()) else place
        _copy_module(path, scratch, folder / relative, mounted="/")
    _copy(_executable(), scratch / PYTHON.lstrip("/"))
    (scratch / PYTHON.lstrip("/")).chmod(0o755)
    _copy_shared_libraries(scratch, scratch / place)


def _build_library(scratch: Path, packages: dict[str, Path]) -> None:
    for name, root in packages.items():
        for path in _sources(root):
            _copy_module(path, scratch, Path("packages", name) / path.relative_to(root), mounted=LIBRARY)
    own = tuple(packages.values())
    for library in linked_libraries(path for root in packages.values() for path in root.rglob("*.so*")):
        if not library.name.startswith("ld-") and not any(library.resolve().is_relative_to(root) for root in own):
            _copy(library, scratch / "lib" / library.name)
    for path in _sources(_INSIDE):
        _copy_module(path, scratch, Path("boot/worker/sandbox/inside") / path.relative_to(_INSIDE), mounted=LIBRARY)
    for name in FILTERS:
        (scratch / "boot" / f"{name}.bpf").write_bytes(build_filter(kind=name))
    for root_name, directories, files in os.walk(scratch):
        for name in (*directories, *files):
            path = Path(root_name, name)
            path.chmod(0o755 if path.is_dir() else 0o644)


def _executable() -> Path:
    return Path(sys._base_executable if hasattr(sys, "_base_executable") else sys.executable).resolve()


def _stdlib() -> Path:
    return Path(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix})).resolve()


def _dynload() -> Path:
    platstdlib = Path(sysconfig.get_path("platstdlib", vars={"platbase": sys.base_prefix})).resolve()
    return platstdlib / "lib-dynload"


def _stdlib_files() -> Iterator[Path]:
    yield from _module_files(_stdlib())
    if not _dynload().is_relative_to(_stdlib()):
        yield from _module_files(_dynload())


def _module_files(root: Path) -> Iterator[Path]:
    for folder, directories, files in os.walk(root):
        directories[:] = [
            name for name in directories if name not in _LEFT_OUT and not name.startswith(("config-", "__pyc"))
        ]
        for name in files:
            if name.endswith(_MODULE_FILES) and name not in _LEFT_OUT and not _is_test_module(name):
                yield Path(folder, name)


def _is_test_module(name: str) -> bool:
    return name.startswith(("_test", "_ctypes_test", "xxlimited", "_tkinter"))


def _sources(root: Path) -> Iterator[Path]:
    for path in root.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _package(name: str, place: str) -> Path:
    """Find a package of the project without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve()
    path = _PROJECT / place
    if (path / "__init__.py").is_file():
        return path
    raise SandboxUnavailable(
        f"the package {name!r}, which bots may import, was not found", f"put its directory on PYTHONPATH, or at {path}"
    )


def _copy_shared_libraries(scratch: Path, modules: Path) -> None:
    """Copy what the interpreter and its modules link; the loader itself to where the interpreter names it."""
    linked = [scratch / PYTHON.lstrip("/"), *modules.rglob("*.so")]
    # The interpreter is asked at its own place: its libraries may be named relative to it.
    for library in linked_libraries([_executable(), *linked[1:]]):
        if library.name.startswith("ld-"):
            _copy(library, scratch / str(library).lstrip("/"))
            (scratch / str(library).lstrip("/")).chmod(0o755)
        else:
            _copy(library, scratch / SHARED_LIBRARIES.lstrip("/") / library.name)
            # The C library loads this one by name when a thread is cancelled.
            unwinder = library.parent / "libgcc_s.so.1"
            if library.name.startswith("libc.") and unwinder.exists():
                _copy(unwinder, scratch / SHARED_LIBRARIES.lstrip("/") / unwinder.name)


def _copy_module(source: Path, scratch: Path, place: Path, mounted: str) -> None:
    """Copy a file to its place in a tree that bots see at `mounted`, with its bytecode if it is a module's source."""
    _copy(source, scratch / place)
    if source.suffix == ".py":
        write_bytecode(source, scratch / place, seen_as=str(mounted / place))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
