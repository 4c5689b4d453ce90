"""Directories that the user of bots can reach and only we can write; made whole or not at all, locked in use."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from worker.sandbox.errors import SandboxUnavailable
from worker.sandbox.identity import BotUser

_COMMON_PARENTS: Final = ("/var/tmp", "/tmp")
# One file more than the tree itself: it is written last, and says how many entries a whole tree has.
_COMPLETE: Final = ".complete"


def find_base(work_dir: Path, user: BotUser) -> Path:
    """Return a directory below `work_dir`, or a common one where the user of bots cannot get there."""
    refusals = []
    for candidate in _candidates(work_dir):
        reason = _try_base(candidate, user)
        if reason is None:
            return candidate
        refusals.append(f"{candidate}: {reason}")
    raise SandboxUnavailable(
        "no directory for the sandbox's files: " + "; ".join(refusals),
        f"give the worker a directory that the user with id {user.uid} can pass through, on a disk mounted without "
        "noexec, by FAIRDEAL_WORKER_DIR",
    )


def _candidates(work_dir: Path) -> Iterator[Path]:
    yield work_dir.absolute() / "runtime"
    for parent in _COMMON_PARENTS:
        yield Path(parent) / f"fairdeal-sandbox-{os.geteuid()}"


def _try_base(path: Path, user: BotUser) -> str | None:
    """Make a base directory; return why it cannot serve."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            path.mkdir()
            path.chmod(0o755)
        facts = path.lstat()
        # Others may write to /tmp: what we find there may be a trap.
        if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.geteuid() or facts.st_mode & 0o022:
            return "it is not a directory that we alone can write"
        resolved = path.resolve()
        for directory in (resolved, *resolved.parents):
            if not user.may_read(directory.stat(), search=True):
                return f"the user with id {user.uid} cannot pass through {directory}"
        if os.statvfs(path).f_flag & os.ST_NOEXEC:
            return "its disk is mounted noexec"
    except OSError as error:
        return str(error)
    return None


class Claim:
    """A shared lock on a directory: as long as anybody has one, nobody prunes the directory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._descriptor, fcntl.LOCK_SH)
        if not _same_file(self._descriptor, path):
            self.release()
            raise FileNotFoundError(f"{path} was removed while it was claimed")

    def release(self) -> None:
        """Give the claim up; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def claim_tree(path: Path, build: Callable[[Path], None]) -> Claim:
    """Claim the tree at `path`, built first where it is missing or damaged; several processes may ask at once."""
    with _exclusive(path.parent / ".lock"):
        if path.exists() and not _is_complete(path):
            remove_tree(path)
        if not path.exists():
            scratch = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
            try:
                build(scratch)
                scratch.chmod(0o755)
                (scratch / _COMPLETE).write_text(str(_count(scratch)), encoding="ascii")
                scratch.rename(path)
            except BaseException:
                remove_tree(scratch)
                raise
        return Claim(path)


def claim_scratch(base: Path, prefix: str) -> Claim:
    """Make and claim an empty directory of this process's own; remove those of processes that are no more."""
    with _exclusive(base / ".lock"):
        path = Path(tempfile.mkdtemp(prefix=prefix, dir=base))
        path.chmod(0o711)
        claim = Claim(path)
    prune(base, prefix, keep=path)
    return claim


def prune(base: Path, prefix: str, keep: Path) -> None:
    """Remove the trees with a prefix that nobody has claimed, and what an interrupted build left."""
    with _exclusive(base / ".lock"):
        for path in base.iterdir():
            is_scratch = path.name.startswith(f".{prefix}")
            if path != keep and (is_scratch or path.name.startswith(prefix)) and (is_scratch or _is_unclaimed(path)):
                remove_tree(path)


def remove_tree(path: Path) -> None:
    """Remove a tree, also one whose directories are read-only."""
    for root, _directories, _files in os.walk(path):
        with contextlib.suppress(OSError):
            Path(root).chmod(0o755)
    shutil.rmtree(path, ignore_errors=True)


def _is_complete(path: Path) -> bool:
    """Tell whether a tree is whole: cleaners of old temporary files may have been at it."""
    try:
        return int((path / _COMPLETE).read_text(encoding="ascii")) == _count(path) - 1
    except (OSError, ValueError):
        return False


def _count(path: Path) -> int:
    return sum(len(directories) + len(files) for _root, directories, files in os.walk(path))


def _is_unclaimed(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(descriptor)


def _same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


@contextlib.contextmanager
def _exclusive(lock: Path) -> Iterator[None]:
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
