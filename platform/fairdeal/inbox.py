"""The Celery app that takes what workers send: five tasks, and no message can name a sixth."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from logging.config import dictConfig
from typing import Any

import structlog
from celery import Celery, signals
from celery.app.registry import TaskRegistry
from celery.exceptions import InvalidTaskError
from celery.worker.strategy import default as default_strategy
from django.conf import settings
from django.db import OperationalError

from fairdeal.common.broker import celery_settings
from fairdeal.common.errors import DomainError
from fairdeal.settings import env

QUEUE = "inbox"
ALLOWED = frozenset(
    {
        *("fairdeal.match_progress", "fairdeal.match_result", "fairdeal.check_progress", "fairdeal.check_result"),
        "fairdeal.worker_state",
    }
)
# The largest result, a thousand blocks of summaries, is under 4 MiB.
MAX_MESSAGE_BYTES = 4 * 1024 * 1024
# Our own retries come back within this; a message that wants to wait longer is not ours.
MAX_DELAY = timedelta(minutes=10)

logger = structlog.stdlib.get_logger(__name__)


class ClosedRegistry(TaskRegistry):
    """A task registry that takes the allowed names and silently leaves out all others, Celery's own tasks too."""

    def __setitem__(self, name: str, task: Any) -> None:
        if name in ALLOWED:
            super().__setitem__(name, task)


def check_message(body: bytes | str, headers: dict[str, Any], payload: Any) -> None:
    """Raise InvalidTaskError unless this is one small dictionary with no callbacks and no far-off start."""
    if len(body) > MAX_MESSAGE_BYTES:
        raise InvalidTaskError(f"a message of {len(body)} bytes; at most {MAX_MESSAGE_BYTES} are taken")
    match payload:
        case [[dict()], dict() as named, dict() as embed] if not named and not any(embed.values()):
            pass
        case _:
            raise InvalidTaskError("expected one dictionary as the only argument, and no callbacks")
    if headers.get("group") or headers.get("replaced_task_nesting"):
        raise InvalidTaskError("a message of a group; only single messages are taken")
    if (eta := headers.get("eta")) is not None and not _is_soon(eta):
        raise InvalidTaskError("a message that asks to be run later")


def _is_soon(eta: Any) -> bool:
    try:
        moment = datetime.fromisoformat(eta)
    except (TypeError, ValueError):
        return False
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) <= datetime.now(UTC) + MAX_DELAY


def guarded_strategy(task: Any, app: Celery, consumer: Any) -> Callable[..., Any]:
    """Give Celery's handling of a task's messages, behind `check_message`."""
    handle = default_strategy(task, app, consumer)

    def guarded(message: Any, body: Any, *args: Any, **kwargs: Any) -> Any:
        # The size first: a message that is too large is not even decoded.
        payload = message.payload if len(message.body) <= MAX_MESSAGE_BYTES else None
        check_message(message.body, message.headers, payload)
        return handle(message, body, *args, **kwargs)

    return guarded


@signals.setup_logging.connect
def keep_the_platforms_logging(**_: Any) -> None:
    """Log as the web does, with secrets taken out, instead of Celery's way."""
    dictConfig(settings.LOGGING)


env.choose_settings("fairdeal.settings.production")
app = Celery("fairdeal.inbox", tasks=ClosedRegistry(), set_as_current=False)  # type: ignore[arg-type]  # stub: a class
app.conf.update(
    celery_settings(settings.BROKER_URL),
    task_default_queue=QUEUE,
)


def _take(service: Callable[..., Any], message: dict[str, Any]) -> None:
    """Hand a message to its service. What the service refuses is over: sending it again would change nothing."""
    try:
        service(message=message)
    except DomainError as error:
        logger.warning("message refused", code=error.code, reason=error.message)


# A database that is away for a moment must not lose a result.
_options: dict[str, Any] = {
    # Celery would give each task to every other app of the process too.
    "shared": False,
    "Strategy": "fairdeal.inbox:guarded_strategy",
    "autoretry_for": (OperationalError,),
    "max_retries": 8,
    "retry_backoff": 2,
    "retry_backoff_max": 120,
}


@app.task(name="fairdeal.match_progress", **_options)
def match_progress(message: dict[str, Any]) -> None:
    """Renew the lease of an attempt."""
    from fairdeal.matches import services  # models cannot be imported before Django is set up

    _take(services.attempt_progress, message)


@app.task(name="fairdeal.match_result", **_options)
def match_result(message: dict[str, Any]) -> None:
    """Take in the result of an attempt."""
    from fairdeal.matches import services

    _take(services.attempt_result, message)


@app.task(name="fairdeal.check_progress", **_options)
def check_progress(message: dict[str, Any]) -> None:
    """Renew the lease of a check."""
    from fairdeal.submissions import services

    _take(services.check_record_progress, message)


@app.task(name="fairdeal.check_result", **_options)
def check_result(message: dict[str, Any]) -> None:
    """Take in the report of a check."""
    from fairdeal.submissions import services

    _take(services.check_record_result, message)


@app.task(name="fairdeal.worker_state", **_options)
def worker_state(message: dict[str, Any]) -> None:
    """Note that a worker is there, and whether it can run bots."""
    from fairdeal.matches import services

    _take(services.worker_report, message)
