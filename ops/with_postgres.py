"""Run a command with DATABASE_URL pointing at a PostgreSQL server that lives as long as the command."""

from __future__ import annotations

import os
import subprocess
import sys

from ops.services import postgres_server


def main() -> int:
    """Run the command given as arguments; returns its exit status."""
    with postgres_server() as url:
        return subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
