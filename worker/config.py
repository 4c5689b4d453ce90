"""The worker's settings from its environment; who runs bots is read in `worker.sandbox.identity`."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

CREDENTIALS_FORMAT: Final = 1


class ConfigError(Exception):
    """Report a setting that is missing or wrong, by name."""


@dataclass(frozen=True)
class WorkerConfig:
    """What a worker is told by its environment."""

    broker_url: str
    directory: Path
    name: str
    broker_ca: Path | None = None

    @property
    def identity(self) -> str:
        """Name this very process: a restart is another worker."""
        return f"{self.name}:{os.getpid()}"

    @property
    def has_own_user(self) -> bool:
        """Say whether the broker knows this machine by a user of its own, which may do no more than a worker must."""
        return urlsplit(self.broker_url).username is not None

    @property
    def bundles_dir(self) -> Path:
        """Return where unpacked bundles are kept; workers of one machine share it."""
        return self.directory / "bundles"

    @property
    def sandbox_dir(self) -> Path:
        """Return where the sandbox keeps what it needs."""
        return self.directory / "sandbox"


@dataclass(frozen=True)
class Credentials:
    """What `manage.py worker_credentials` has written for a machine; the broker's authorities as PEM, or empty."""

    name: str
    broker_url: str
    broker_ca: str


def read_config(environment: Mapping[str, str] = os.environ, *, needs_broker: bool = True) -> WorkerConfig:
    """Read the settings, from a file of credentials where one is named; raise ConfigError for what is missing."""
    file = environment.get("FAIRDEAL_CREDENTIALS", "")
    given = read_credentials(Path(file)) if file else None
    directory = Path(environment.get("FAIRDEAL_WORKER_DIR") or ".var/worker").absolute()
    ca_file = environment.get("FAIRDEAL_BROKER_CA", "")
    if given is not None:
        ca = _write_ca(directory, given.broker_ca) if given.broker_ca and needs_broker else None
        return WorkerConfig(given.broker_url, directory, given.name, ca)
    broker_url = environment.get("FAIRDEAL_BROKER_URL", "")
    if needs_broker and not broker_url:
        raise ConfigError(
            "FAIRDEAL_BROKER_URL is not set: expected redis://HOST:PORT/N or filesystem:///ABSOLUTE/DIRECTORY; "
            "or name a file of credentials by FAIRDEAL_CREDENTIALS or --credentials"
        )
    return WorkerConfig(
        broker_url=broker_url,
        directory=directory,
        name=environment.get("FAIRDEAL_WORKER_NAME") or socket.gethostname(),
        broker_ca=Path(ca_file).absolute() if ca_file else None,
    )


def read_credentials(path: Path) -> Credentials:
    """Read a file of credentials; raise ConfigError that names it and what is wrong with it."""
    try:
        text = json.loads(path.read_text())
    except OSError as error:
        raise ConfigError(f"credentials {path}: {error.strerror}") from None
    except ValueError as error:
        raise ConfigError(f"credentials {path}: expected JSON: {error}") from None
    names = ("name", "broker_url", "broker_ca")
    if not isinstance(text, dict) or text.get("format") != CREDENTIALS_FORMAT:
        raise ConfigError(f"credentials {path}: expected an object with the format {CREDENTIALS_FORMAT}")
    for name in names:
        if not isinstance(text.get(name), str):
            raise ConfigError(f"credentials {path}: {name}: expected text, not {text.get(name)!r}")
    return Credentials(**{name: text[name] for name in names})


def _write_ca(directory: Path, pem: str) -> Path:
    """Put the broker's authorities where TLS reads them."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "broker-ca.pem"
    # Another process of this machine may be reading the same file just now: it sees the old one or the new one.
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.write_text(pem)
    return fresh.replace(path)
