"""The languages that bots can be written in, as data: how each is started, and what it needs of the machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from worker.sandbox.errors import LanguageUnavailable
from worker.sandbox.identity import BotUser

# An empty directory of every runtime; what a language needs beyond Python is shown there.
PLACE: Final = "/opt/languages"
SHARED_LIBRARIES: Final = "/usr/lib/shared"
_NODE: Final = f"{PLACE}/node"
_NODE_LIBRARIES: Final = f"{PLACE}/lib"
_SYSTEM_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_LINKED: Final = re.compile(r"^\s*(?:\S+ => )?(/\S+) \(0x", re.MULTILINE)


@dataclass(frozen=True)
class Language:
    """How a bot's entry is run; `{memory_mb}` in a command stands for the seat's limit.

    Without a command the entry is Python, run by a fork of the zygote. An empty one executes the entry itself.
    """

    name: str
    command: tuple[str, ...] | None
    variables: tuple[tuple[str, str], ...] = ()
    threads: int = 16
    # An engine that reserves far more address space than it will use cannot have it counted.
    bounds_address_space: bool = True


PYTHON: Final = Language("python", None)
EXECUTABLE: Final = Language("executable", (), (("LD_LIBRARY_PATH", SHARED_LIBRARIES),))
NODE: Final = Language(
    "node",
    (_NODE, "--max-old-space-size={memory_mb}", "--v8-pool-size=1"),
    (("LD_LIBRARY_PATH", _NODE_LIBRARIES), ("UV_THREADPOOL_SIZE", "2")),
    threads=24,
    bounds_address_space=False,
)
LANGUAGES: Final = {language.name: language for language in (PYTHON, EXECUTABLE, NODE)}


@dataclass(frozen=True)
class Languages:
    """What this machine has: its languages, why it lacks the others, and the files to be shown, by place inside."""

    absent: dict[str, str]
    files: dict[str, Path]

    def find(self, name: str) -> Language:
        """Return a language; raise LanguageUnavailable when bots in it cannot be run here."""
        if name in self.absent:
            raise LanguageUnavailable(f"bots in {name!r} cannot be run here: {self.absent[name]}", _REMEDIES[name])
        if name not in LANGUAGES:
            raise LanguageUnavailable(
                f"bots in {name!r} cannot be run", f"the languages are: {', '.join(sorted(LANGUAGES))}"
            )
        return LANGUAGES[name]


_REMEDIES: Final = {"node": "install Node.js where every user can read it: apt-get install nodejs"}


def find_languages(user: BotUser) -> Languages:
    """Look for what this machine has beyond Python; whatever is shown must be readable by the user of bots."""
    node = shutil.which("node") or shutil.which("node", path=_SYSTEM_PATH)
    if node is None:
        return Languages({"node": "Node.js was not found"}, {})
    program = Path(node).resolve()
    linked = [Path(path) for path in _LINKED.findall(_ldd(program))]
    files = {_NODE: program}
    for library in linked:
        if not library.name.startswith("ld-"):  # the loader is that of Python, at its own place
            files[f"{_NODE_LIBRARIES}/{library.name}"] = library.resolve()
    for path in files.values():
        if not _is_readable(path, user):
            return Languages({"node": f"the user with id {user.uid} cannot read {path}"}, {})
    return Languages({}, files)


def _ldd(program: Path) -> str:
    try:
        return subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


def _is_readable(path: Path, user: BotUser) -> bool:
    try:
        return user.may_read(path.stat(), search=False) and all(
            user.may_read(parent.stat(), search=True) for parent in path.parents
        )
    except OSError:
        return False
