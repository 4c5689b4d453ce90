"""The worker's Celery app: two tasks, JSON only, and nothing that listens to remote control."""

from __future__ import annotations

from celery import Celery
from kombu import Exchange, Queue

from worker import filebroker
from worker.config import read_config
from worker.contract import INBOX_QUEUE, JOB_QUEUES
from worker.transport import transport_settings

CONFIG = read_config()
filebroker.register()


def queues_without_bindings() -> list[Queue]:
    """Give the queues as one reaches them by their names alone: a Redis user of a worker's own may bind nothing."""
    nowhere = Exchange("", no_declare=True)
    return [Queue(name, nowhere, routing_key=name, no_declare=True) for name in (*JOB_QUEUES, INBOX_QUEUE)]


# No fixups: the worker must not become a Django process because a variable of the environment says so.
app = Celery("worker", fixups=[], include=["worker.tasks"])
app.conf.update(
    **transport_settings(CONFIG.broker_url, CONFIG.broker_ca),
    accept_content=["json"],
    task_serializer="json",
    result_backend=None,
    task_ignore_result=True,
    task_acks_late=True,
    task_create_missing_queues=True,
    # One process plays one match at a time, in its main thread: a sandbox lives as long as the thread that started it.
    worker_pool="solo",
    worker_concurrency=1,
    worker_prefetch_multiplier=1,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    enable_utc=True,
)
if CONFIG.has_own_user:
    app.conf.task_queues = queues_without_bindings()
