"""Message brokers: their addresses, transport options, and the Celery settings both apps share."""

import ssl
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import redis
from celery import Celery
from django.conf import settings

from fairdeal.common import filebroker

# A match lasts minutes; a broker that hands a message out again after that does no harm, it only wastes a worker.
VISIBILITY_TIMEOUT_S = 3600


def filesystem_url(directory: Path) -> str:
    """Give the address of a broker that keeps its messages in a directory of this machine."""
    return f"filesystem://{directory}"


def next_database(url: str) -> str:
    """Give the address of the next database of the same Redis server."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/{int(parts.path.lstrip('/') or 0) + 1}"))


def transport(url: str) -> dict[str, Any]:
    """Give Celery's settings for a broker's address; makes the directories of a filesystem broker."""
    scheme = urlsplit(url).scheme
    if scheme == "filesystem":
        filebroker.register()
        directory = Path(urlsplit(url).path)
        messages, control = directory / "messages", directory / "control"
        for path in (messages, control):
            path.mkdir(parents=True, exist_ok=True)
        options: dict[str, Any] = {
            "data_folder_in": str(messages),
            "data_folder_out": str(messages),
            "control_folder": str(control),
            "store_processed": False,
            "polling_interval": 0.02,
        }
        return {"broker_url": "filesystem://", "broker_transport_options": options}
    if scheme in ("redis", "rediss"):
        options = {"visibility_timeout": VISIBILITY_TIMEOUT_S}
        return {"broker_url": url, "broker_transport_options": options, **_tls(scheme)}
    return {"broker_url": url, "broker_transport_options": {}}


def _tls(scheme: str) -> dict[str, Any]:
    return {"broker_use_ssl": redis_tls()} if scheme == "rediss" else {}


def redis_tls() -> dict[str, Any]:
    """Give how a Redis with TLS is held to its name and to its authorities: ours, or those of this machine."""
    ca = {"ssl_ca_certs": str(settings.REDIS_CA)} if settings.REDIS_CA else {}
    return {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True, **ca}


def redis_client() -> redis.Redis | None:
    """Give a connection to the workers' broker by which the platform manages its users; None when it is no Redis."""
    url = settings.BROKER_URL
    if urlsplit(url).scheme not in ("redis", "rediss"):
        return None
    return redis.Redis.from_url(url, **(redis_tls() if url.startswith("rediss:") else {}))


def celery_settings(url: str) -> dict[str, Any]:
    """Give the settings of a Celery app on this broker: JSON alone, no results, no remote control."""
    return {
        **transport(url),
        "accept_content": ["json"],
        "task_serializer": "json",
        "result_serializer": "json",
        "result_backend": None,
        "task_ignore_result": True,
        "task_acks_late": True,
        "task_create_missing_queues": True,
        "worker_prefetch_multiplier": 1,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "worker_hijack_root_logger": False,
        "broker_connection_retry_on_startup": True,
        "timezone": "UTC",
        "enable_utc": True,
    }


@lru_cache(maxsize=1)
def producer() -> Celery:
    """Give the Celery app by which the platform hands work to match workers; it has no tasks of its own."""
    app = Celery("fairdeal.producer", fixups=[], set_as_current=False)
    app.conf.update(celery_settings(settings.BROKER_URL))
    return app


def send(*, task: str, queue: str, message: dict[str, Any]) -> None:
    """Send a message to the workers' queue; raises what the broker raises when it cannot be reached."""
    producer().send_task(
        task, args=[message], queue=queue, ignore_result=True, retry=True, retry_policy={"max_retries": 2}
    )
