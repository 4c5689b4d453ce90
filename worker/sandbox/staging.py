"""Put a bundle where the user that runs bots can read it, and nobody but us can change it."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Final

from worker.sandbox.identity import BotUser
from worker.sandbox.places import Claim, claim_scratch, remove_tree

_PREFIX: Final = "stage-"


class Staging:
    """Copies of bundles, made once each and kept as long as this process uses the sandbox.

    An ordinary user's bundles are used where they are: bots run as that user, in a read-only mount.
    """

    def __init__(self, base: Path, user: BotUser) -> None:
        self._owner = os.getpid()
        self._copies: dict[str, Path] = {}
        self._claim: Claim | None = None
        if user.changes:
            self._claim = claim_scratch(base, _PREFIX)

    def place(self, bundle_dir: Path) -> Path:
        """Return the directory to show to the bot."""
        if not stat.S_ISDIR(bundle_dir.lstat().st_mode):
            raise NotADirectoryError(f"{bundle_dir} is not a directory, expected an unpacked bundle")
        if self._claim is None:
            return bundle_dir.absolute()
        key = _fingerprint(bundle_dir)
        if key not in self._copies:
            target = self._claim.path / key
            _copy_regular_files(bundle_dir, target)
            self._copies[key] = target
        return self._copies[key]

    def close(self) -> None:
        """Remove the copies."""
        if self._claim is not None:
            if os.getpid() == self._owner:
                remove_tree(self._claim.path)
            self._claim.release()
            self._claim = None


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
            (into / name).chmod(0o644)
    try:
        scratch.rename(target)
    except OSError:
        # A process forked from ours was faster.
        remove_tree(scratch)
        if not target.is_dir():
            raise
