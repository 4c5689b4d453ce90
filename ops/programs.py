"""The programs of an arena: what is started, how often, with what environment."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

QUIET = "--loglevel WARNING --without-gossip --without-mingle --without-heartbeat"


@dataclass(frozen=True)
class Program:
    """A program that is kept running, in so many copies. `environment` comes on top of the supervisor's."""

    name: str
    command: str
    copies: int = 1
    environment: Mapping[str, str] = field(default_factory=dict)


def arena_programs(directory: Path, port: int, match_workers: int, environment: Mapping[str, str]) -> list[Program]:
    """Give the programs of an arena. The environment is the platform's: match and check workers get none of it.

    A worker sits beside hostile code. Idle match workers check uploads too; the program `check` does nothing else, so
    that no upload waits behind a tournament.
    """
    python = shlex.quote(sys.executable)
    celery = f"{python} -m celery"
    schedule = shlex.quote(str(directory / "beat-schedule"))
    platform = {
        "web": f"{python} -m gunicorn fairdeal.wsgi:application --bind 127.0.0.1:{port} "
        "--preload --worker-class gthread --workers 2 --threads 4 --max-requests 5000 --timeout 60 --no-control-socket",
        "inbox": f"{celery} -A fairdeal.inbox worker -Q inbox --pool solo -n inbox@%h {QUIET}",
        "internal": f"{celery} -A fairdeal.celery worker -Q internal --pool solo -n internal@%h {QUIET}",
        "beat": f"{celery} -A fairdeal.celery beat --loglevel WARNING --pidfile= -s {schedule}",
    }
    return [
        *(Program(name, command, environment=environment) for name, command in platform.items()),
        Program("match", f"{python} -m worker run", match_workers),
        Program("check", f"{python} -m worker run --queue checks"),
    ]
