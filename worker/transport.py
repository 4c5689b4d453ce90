"""Celery's settings for a broker address; the platform has the same on its side."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from worker.config import ConfigError

# A match lasts minutes; a broker that hands a message out again after that does no harm, it only wastes a worker.
VISIBILITY_TIMEOUT_S: Final = 3600
POLLING_INTERVAL_S: Final = 0.02


def transport_settings(url: str) -> dict[str, Any]:
    """Return Celery's settings for a broker's address; make the directories of a filesystem broker."""
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
        return {"broker_url": url, "broker_transport_options": {"visibility_timeout": VISIBILITY_TIMEOUT_S}}
    raise ConfigError(f"broker scheme {parts.scheme!r}: expected redis, rediss or filesystem")
