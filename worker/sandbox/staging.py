"""Put bundles where the zygote sees them: readable by the user of bots, and changed by nobody but us."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

from worker.sandbox.places import claim_scratch, remove_tree

_PREFIX: Final = "stage-"
# More than sit at any table: what a running bot sees is never removed.
KEPT_COPIES: Final = 64


class Staging:
    """Copies of bundles in a directory of this process's own, each made once; the least used give way to new ones."""

    def __init__(self, base: Path) -> None:
        self._owner = os.getpid()
        self._copies: dict[str, None] = {}
        self._claim = claim_scratch(base, _PREFIX)

    @property
    def path(self) -> Path:
        """Return the directory, in which each bundle has the name that `place` returned."""
        return self._claim.path

    def place(self, bundle_dir: Path) -> str:
        """Copy a bundle if it is not there yet; return its name."""
        if not stat.S_ISDIR(bundle_dir.lstat().st_mode):
            raise NotADirectoryError(f"{bundle_dir} is not a directory, expected an unpacked bundle")
        name = _fingerprint(bundle_dir)
        if name not in self._copies:
            _copy_regular_files(bundle_dir, self.path / name)
        else:
            del self._copies[name]
        self._copies[name] = None  # the latest comes last
        if len(self._copies) > KEPT_COPIES:
            oldest = next(iter(self._copies))
            del self._copies[oldest]
            if os.getpid() == self._owner:
                remove_tree(self.path / oldest)
        return name

    def close(self) -> None:
        """Remove the copies."""
        if os.getpid() == self._owner:
            remove_tree(self.path)
        self._claim.release()


def _fingerprint(bundle_dir: Path) -> str:
    """Name a bundle by what its files look like from outside: cheap enough for every start of a seat."""
    digest = hashlib.sha256(os.fsencode(bundle_dir.absolute()))
    for folder, directories, files in os.walk(bundle_dir):
        directories.sort()
        for name in sorted(files):
            facts = os.lstat(os.path.join(folder, name))
            digest.update(
                f"{folder}|{name}|{facts.st_ino}|{facts.st_size}|{facts.st_mtime_ns}\n".encode(errors="replace")
            )
    return digest.hexdigest()[:32]


def _copy_regular_files(source: Path, target: Path) -> None:
    """Copy directories and regular files; never follow a link, which might lead to a file that only we may read."""
    scratch = Path(tempfile.mkdtemp(dir=target.parent))
    for folder, _directories, files in os.walk(source):
        into = scratch / Path(folder).relative_to(source)
        into.mkdir(exist_ok=True)
        into.chmod(0o755)
        for name in files:
            descriptor = os.open(os.path.join(folder, name), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            with open(descriptor, "rb") as original:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise ValueError(f"{name} in {source} is not a regular file")
                with open(into / name, "xb") as copy:
                    shutil.copyfileobj(original, copy)
            # Archives carry no permissions that count: whether a bot may execute a file is up to its filter.
            (into / name).chmod(0o755)
    try:
        scratch.rename(target)
    except OSError:
        # A process forked from ours was faster.
        remove_tree(scratch)
        if not target.is_dir():
            raise
