"""Logging: one line an event, with tokens, passwords and credentials in URLs taken out."""

import re
from collections.abc import Mapping
from typing import Any

import structlog

HIDDEN = "[hidden]"
SECRET_NAMES = re.compile(
    r"pass(word|wd)?$|secret|token|authorization|cookie|csrf|api_?key|session_?key|credential", re.IGNORECASE
)
# Names that hold the word but no secret.
OPEN_NAMES = frozenset({"token_id", "token_prefix", "token_name", "token_count"})
_NAMED = r"(['\"]?\b(?:password|passwd|token|secret|api_key)\b['\"]?\s*[=:]\s*)"
_VALUE = r"(\"[^\"]*\"|'[^']*'|[^\s,;&'\"})]+)"
SECRET_TEXTS = (
    (re.compile(r"\b([a-z][a-z0-9+.-]*://)[^\s/@'\"]+@", re.IGNORECASE), rf"\1{HIDDEN}@"),
    (re.compile(r"\bfd_[A-Za-z0-9_-]{8,}"), HIDDEN),
    (re.compile(r"\b(Bearer|Lease|Token|Basic)\s+[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (re.compile(_NAMED + _VALUE, re.IGNORECASE), rf"\1{HIDDEN}"),
)


def redact_text(text: str) -> str:
    """Give the text without the tokens, passwords and URL credentials in it."""
    for pattern, replacement in SECRET_TEXTS:
        text = pattern.sub(replacement, text)
    return text


def redact(value: Any, name: str = "") -> Any:
    """Give the value without secrets, looking into mappings and lists; a value under a secret's name goes whole."""
    if name and name not in OPEN_NAMES and SECRET_NAMES.search(name) and value is not None:
        return HIDDEN
    if isinstance(value, str):
        return redact_text(value)
    if isinstance(value, bytes):
        return redact_text(value.decode("utf-8", "replace"))
    if isinstance(value, Mapping):
        return {key: redact(item, str(key)) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [redact(item) for item in value]
    return value


def redact_event(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Take secrets out of a log event; runs last, when tracebacks are text already."""
    return {key: value if key.startswith("_") else redact(value, key) for key, value in event.items()}


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def configuration(*, level: str, as_json: bool) -> dict[str, Any]:
    """Configure structlog, and give Django's LOGGING, which sends the standard library's loggers the same way."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
    ]
    own = [part for part in shared if not isinstance(part, structlog.stdlib.ExtraAdder)]
    structlog.configure(
        processors=[*own, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    renderer: Any = (
        structlog.processors.JSONRenderer(default=str) if as_json else structlog.dev.ConsoleRenderer(colors=False)
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "events": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, redact_event, renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "events"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django logs each refused request with its own handler too; one line is enough.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
        },
    }
