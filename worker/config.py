"""The worker's settings from its environment; who runs bots is read in `worker.sandbox.identity`."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class ConfigError(Exception):
    """Report a setting that is missing or wrong, by name."""


@dataclass(frozen=True)
class WorkerConfig:
    """What a worker is told by its environment."""

    broker_url: str
    directory: Path
    name: str

    @property
    def identity(self) -> str:
        """Name this very process: a restart is another worker."""
        return f"{self.name}:{os.getpid()}"

    @property
    def bundles_dir(self) -> Path:
        """Return where unpacked bundles are kept; workers of one machine share it."""
        return self.directory / "bundles"

    @property
    def sandbox_dir(self) -> Path:
        """Return where the sandbox keeps what it needs."""
        return self.directory / "sandbox"


def read_config(environment: Mapping[str, str] = os.environ, *, needs_broker: bool = True) -> WorkerConfig:
    """Read the settings; raise ConfigError for what is missing."""
    broker_url = environment.get("FAIRDEAL_BROKER_URL", "")
    if needs_broker and not broker_url:
        raise ConfigError(
            "FAIRDEAL_BROKER_URL is not set: expected redis://HOST:PORT/N or filesystem:///ABSOLUTE/DIRECTORY"
        )
    return WorkerConfig(
        broker_url=broker_url,
        directory=Path(environment.get("FAIRDEAL_WORKER_DIR") or ".var/worker").absolute(),
        name=environment.get("FAIRDEAL_WORKER_NAME") or socket.gethostname(),
    )
