"""Whose rules: a worker plays no match that its engines would play differently from the platform's."""

from __future__ import annotations

from typing import Any

import engines
from worker.contract import MatchJob, MatchResult, read_job


def refusal(message: dict[str, Any], worker: str) -> MatchResult | None:
    """Return the answer to a job that asks for other rules than ours, which gives it back; None for one of our rules.

    Raises ContractError for what is no job.
    """
    job = read_job(message, MatchJob)
    if job.engine_version in ("", engines.ENGINE_VERSION):
        return None
    return MatchResult(
        match=job.match,
        attempt=job.attempt,
        token=job.token,
        worker=worker,
        engine_version=engines.ENGINE_VERSION,
        sandbox="",
        outcome="returned",
        reason=f"engines {job.engine_version} are asked for; this worker has {engines.ENGINE_VERSION}",
        blocks=[],
    )
