"""The sandbox for the long runs."""

from __future__ import annotations

from tests.worker.conftest import sandbox

__all__ = ["sandbox"]
