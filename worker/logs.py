"""Logs: one line a fact, as JSON on standard error."""

from __future__ import annotations

import sys

import structlog


def configure_logs() -> None:
    """Send the worker's log to standard error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
    )
