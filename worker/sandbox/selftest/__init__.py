"""The self-test: what the sandbox promises, tried in real seats before any bot is let in."""

from __future__ import annotations

from worker.sandbox.selftest.check import Check
from worker.sandbox.selftest.run import run_selftest

__all__ = ["Check", "run_selftest"]
