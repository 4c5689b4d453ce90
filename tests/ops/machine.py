"""A made-up machine for `ops/bootstrap.sh`: a root of its own, a PATH of stubs, and a log of what they were asked."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REAL_TOOLS = (
    "bash",
    "sh",
    "dirname",
    "mktemp",
    "rm",
    "tail",
    "grep",
    "cat",
    "ls",
    "chmod",
    "cp",
    "mkdir",
    "env",
    "true",
)
# Places outside PATH that the script looks at; the copy it runs from has them below the machine's root.
SYSTEM_PATHS = ("/usr/bin/python3", "/usr/lib/postgresql", "/usr/include", "/usr/sbin/policy-rc.d", "/etc/os-release")

PROGRAM_OF = {
    "bubblewrap": "bwrap", "redis-server": "redis-server", "postgresql": "initdb", "git": "git", "curl": "curl",
    "chromium": "chromium", "gcc": "gcc", "nodejs": "node", "gettext": "xgettext",
}  # fmt: skip
INSTALL = "".join(
    f'    {package}) cp "$MACHINE/spare/{program}" "$MACHINE/bin/{program}" ;;\n'
    for package, program in PROGRAM_OF.items()
)

STUBS = {
    "python3": f'exec "{sys.executable}" "$@"',
    "id": "echo 1000",
    "uv": '[ "$1" = sync ] || exit 0\nmkdir -p .venv/bin; cp "$MACHINE/spare/playwright" .venv/bin/playwright',
    "bwrap": "exit 0",
    "chromium": "echo 'Chromium 140.0 built on Debian'",
    "sysctl": "exit 1",
    "apt-get": f'[ "$1" = update ] && exit 0\nfor word in "$@"; do\n  case "$word" in\n{INSTALL}'
    '    linux-libc-dev) mkdir -p "$MACHINE/usr/include/asm-generic"\n'
    '       echo > "$MACHINE/usr/include/asm-generic/unistd.h" ;;\n'
    '    libc6-dev) echo > "$MACHINE/usr/include/stdio.h" ;;\n'
    '    python3.*-venv) echo > "$MACHINE/ensurepip" ;;\n  esac\ndone',
    "playwright": 'case "$*" in "install --only-shell chromium")\n'
    "  to=$PLAYWRIGHT_BROWSERS_PATH/chromium-1/chrome-linux\n"
    '  mkdir -p "$to"; cp "$MACHINE/spare/chromium" "$to/headless_shell" ;;\nesac',
    # Without a password, -n fails; otherwise what is asked is done.
    "sudo": 'if [ -e "$MACHINE/asks" ] && [ "$1" = -n ]; then exit 1; fi\n'
    'case "$1" in -n) shift ;; -p) shift 2 ;; esac\nexec "$@"',
    **dict.fromkeys(("redis-server", "initdb", "git", "curl", "gcc", "node", "xgettext"), "exit 0"),
}


class Machine:
    """A machine with everything; a test takes away or spoils what it is about, and runs the script."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin, self.tree = root / "bin", root / "tree"
        for folder in (self.bin, root / "spare", self.tree / "ops", root / "etc", root / "usr" / "sbin"):
            folder.mkdir(parents=True)
        for name in REAL_TOOLS:
            found = shutil.which(name)
            assert found is not None, name
            (self.bin / name).symlink_to(found)
        for name, script in STUBS.items():
            self.stub(name, script, folder=root / "spare")
            if name != "playwright":
                self.stub(name, script)
        self.release("debian")
        headers = root / "usr" / "include" / "asm-generic"
        headers.mkdir(parents=True)
        (headers / "unistd.h").touch()
        (headers.parent / "stdio.h").touch()
        text = (ROOT / "ops" / "bootstrap.sh").read_text()
        for path in SYSTEM_PATHS:
            text = text.replace(path, f"{root}{path}")
        (self.tree / "ops" / "bootstrap.sh").write_text(text)
        for name in ("__init__.py", "browser.py"):
            shutil.copy(ROOT / "ops" / name, self.tree / "ops" / name)

    def stub(self, name: str, script: str, folder: Path | None = None) -> None:
        """Make a program that notes how it was called and then does as the script says."""
        path = (folder or self.bin) / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> "$MACHINE/log"\n{script}\n')
        path.chmod(0o755)

    def without(self, *names: str) -> None:
        for name in names:
            (self.bin / name).unlink()

    def release(self, name: str) -> None:
        (self.root / "etc" / "os-release").write_text(f'NAME="Any"\nID={name}\n')

    def bootstrap(self, mode: str, *, terminal: bool = False) -> subprocess.CompletedProcess[str]:
        """Run the script; `terminal` gives it one to read from."""
        keyboard, stdin = pty.openpty() if terminal else (None, os.open(os.devnull, os.O_RDONLY))
        try:
            return subprocess.run(
                [self.bin / "bash", self.tree / "ops" / "bootstrap.sh", mode],
                env={"PATH": str(self.bin), "MACHINE": str(self.root), "LC_ALL": "C.UTF-8"},
                stdin=stdin, capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
        finally:
            for descriptor in (keyboard, stdin):
                if descriptor is not None:
                    os.close(descriptor)

    def calls(self, program: str) -> list[str]:
        """List the arguments of each call of a program, in order."""
        log = self.root / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        return [line.removeprefix(f"{program} ") for line in lines if line.startswith(f"{program} ")]
