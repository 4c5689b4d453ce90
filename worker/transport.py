"""Celery's settings for a broker address; the platform has the same on its side."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from worker.config import ConfigError

# A match lasts minutes; a broker that hands a message out again after that does no harm, it only wastes a worker.
VISIBILITY_TIMEOUT_S: Final = 3600
NEVER_S: Final = 10 * 365 * 24 * 3600
POLLING_INTERVAL_S: Final = 0.02


def transport_settings(url: str, ca_file: Path | None = None) -> dict[str, Any]:
    """Return Celery's settings for a broker's address; make the directories of a filesystem broker.

    A broker with TLS is held to its name and to the authorities of `ca_file`, or of this machine.
    """
    parts = urlsplit(url)
    if parts.scheme == "filesystem":
        if parts.netloc or not parts.path.startswith("/") or parts.path == "/":
            raise ConfigError(f"broker address {url!r}: expected filesystem:///ABSOLUTE/DIRECTORY")
        messages, control = Path(parts.path) / "messages", Path(parts.path) / "control"
        for path in (messages, control):
            path.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = {
            "data_folder_in": str(messages),
            "data_folder_out": str(messages),
            "control_folder": str(control),
            "store_processed": False,
            "polling_interval": POLLING_INTERVAL_S,
        }
        return {"broker_url": "filesystem://", "broker_transport_options": options}
    if parts.scheme in ("redis", "rediss", "memory"):
        options = {"visibility_timeout": VISIBILITY_TIMEOUT_S}
        if parts.username:
            # A user of its own keeps what it has taken under keys of its own: no other worker can read its jobs. It may
            # not put them back, as it may add none: what a worker that died had in hand, its lease hands out again.
            options["visibility_timeout"] = NEVER_S
            keys = {"unacked_key": "", "unacked_index_key": ".index", "unacked_mutex_key": ".mutex"}
            options |= {key: f"unacked.{parts.username}{suffix}" for key, suffix in keys.items()}
        settings = {"broker_url": url, "broker_transport_options": options}
        if parts.scheme == "rediss":
            ca = {"ssl_ca_certs": str(ca_file)} if ca_file else {}
            settings["broker_use_ssl"] = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True, **ca}
        return settings
    raise ConfigError(f"broker scheme {parts.scheme!r}: expected redis, rediss or filesystem")
