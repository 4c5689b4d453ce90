"""What bots get beside Python: packages that the operator names, and the shared libraries that all of it links."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from worker.sandbox.errors import SandboxUnavailable

PACKAGES_VARIABLE: Final = "FAIRDEAL_WORKER_PACKAGES"


def extra_packages() -> list[str]:
    """Return the packages that bots may import beside, loaded in advance: the operator names them."""
    return os.environ.get(PACKAGES_VARIABLE, "").replace(",", " ").split()


def find_extra_package(name: str) -> dict[str, Path]:
    """Find an installed package, and the libraries that wheels keep beside it."""
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise SandboxUnavailable(
            f"{PACKAGES_VARIABLE} names {name!r}, which is no installed package", f"pip install {name}"
        )
    root = Path(next(iter(spec.submodule_search_locations))).resolve()
    beside = root.with_name(f"{name}.libs")
    return {name: root, **({beside.name: beside} if beside.is_dir() else {})}


def linked_libraries(files: Iterable[Path]) -> set[Path]:
    """Return the libraries that programs and modules link, as the loader finds them, itself included."""
    listed = [str(path) for path in files]
    if not listed:
        return set()
    # As the loader found them for this very process, or beside an interpreter that was moved.
    folders = (os.environ.get("LD_LIBRARY_PATH"), sysconfig.get_config_var("LIBDIR"))
    environment = {"LD_LIBRARY_PATH": ":".join(filter(None, folders)), "PATH": "/usr/bin:/bin"}
    try:
        listing = subprocess.run(["ldd", *listed], capture_output=True, text=True, env=environment, check=False).stdout
    except FileNotFoundError:
        raise SandboxUnavailable("ldd was not found", "apt-get install libc-bin") from None
    missing = set(re.findall(r"^\s*(\S+) => not found", listing, re.MULTILINE))
    if missing:
        raise SandboxUnavailable(
            f"Python links libraries that are missing: {', '.join(sorted(missing))}", "install them"
        )
    return {Path(path) for path in re.findall(r"^\s*(?:\S+ => )?(/\S+) \(0x", listing, re.MULTILINE)}
