"""The worker's command line: `python -m worker run` and `python -m worker sandbox-check`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from worker.config import ConfigError, read_config
from worker.logs import configure_logs
from worker.sandbox import Sandbox, SandboxUnavailable

QUEUES = "matches,checks"


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m worker", description="Play matches and check bots for an arena.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="take jobs from the broker until stopped")
    commands.add_parser("sandbox-check", help="test whether this machine can run uploaded bots, and say why not")
    command = parser.parse_args(arguments).command
    configure_logs()
    try:
        return _run() if command == "run" else _sandbox_check()
    except ConfigError as error:
        print(f"worker: {error}", file=sys.stderr)
        return 2
    except SandboxUnavailable as error:
        print(f"worker: this machine cannot run bots: {error.reason}", file=sys.stderr)
        print(f"worker: {error.remedy}", file=sys.stderr)
        return 3


def _run() -> int:
    """Test the sandbox, then become a Celery worker."""
    config = read_config()
    # In a process of its own: the worker opens its sandbox itself, in the thread that plays.
    done = subprocess.run([sys.executable, "-m", "worker", "sandbox-check"], check=False)
    if done.returncode:
        return done.returncode
    from worker.app import app  # reads the environment when imported

    node = f"{config.name}-{os.getpid()}@%h"
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["worker", "-Q", QUEUES, "-P", "solo", "-n", node, "--loglevel", "WARNING", *quiet])
    return 0


def _sandbox_check() -> int:
    config = read_config(needs_broker=False)
    sandbox = Sandbox.open(config.sandbox_dir)
    try:
        print(f"sandbox {sandbox.name}: ready")
    finally:
        sandbox.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
