"""The worker's command line: `python -m worker run` and `python -m worker sandbox-check`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from worker.config import ConfigError, read_config
from worker.contract import JOB_QUEUES
from worker.logs import configure_logs
from worker.sandbox import SandboxUnavailable
from worker.sandbox.report import report


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m worker", description="Play matches and check bots for an arena.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="take jobs from the broker until stopped")
    run.add_argument(
        "--queue",
        action="append",
        choices=JOB_QUEUES,
        help="take only jobs of this queue (twice: of both); default: all",
    )
    run.add_argument(
        "--credentials", metavar="FILE", help="what `manage.py worker_credentials` has written for this machine"
    )
    commands.add_parser("sandbox-check", help="test whether this machine can run uploaded bots, and say why not")
    given = parser.parse_args(arguments)
    configure_logs()
    if given.command == "run" and given.credentials:
        # The Celery app reads the environment when it is imported, as all settings are read in one place.
        os.environ["FAIRDEAL_CREDENTIALS"] = given.credentials
    try:
        return _run(given.queue or JOB_QUEUES) if given.command == "run" else _sandbox_check()
    except ConfigError as error:
        print(f"worker: {error}", file=sys.stderr)
        return 2
    except SandboxUnavailable as error:
        print(f"worker: this machine cannot run bots: {error.reason}", file=sys.stderr)
        print(f"worker: {error.remedy}", file=sys.stderr)
        return 3


def _run(queues: Sequence[str]) -> int:
    """Open the sandbox, self-test included, then become a Celery worker in this very thread."""
    config = read_config()
    from worker.app import app  # both read the environment when imported
    from worker.tasks import keeper, presence

    presence.plays_matches = "matches" in queues
    try:
        keeper.open()
    finally:
        presence.report()  # also that bots cannot be run here, and why
    presence.start()
    node = f"{config.name}-{os.getpid()}@%h"
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["worker", "-Q", ",".join(queues), "-P", "solo", "-n", node, "--loglevel", "WARNING", *quiet])
    return 0


def _sandbox_check() -> int:
    """Print the self-test as a table."""
    return report(read_config(needs_broker=False).sandbox_dir)


if __name__ == "__main__":
    sys.exit(main())
