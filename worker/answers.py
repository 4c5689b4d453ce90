"""What a worker tells the platform of its jobs, sent by task name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypedDict

import structlog
from msgspec import Struct

import engines
from worker import contract
from worker.contract import (
    BlockResult,
    CheckJob,
    CheckProgress,
    CheckReport,
    CheckResult,
    MatchJob,
    MatchProgress,
    MatchResult,
)
from worker.referee.verdicts import HostVerdict

log = structlog.get_logger("worker")
Send = Callable[[str, dict[str, Any]], None]


class _Sender(TypedDict):
    token: str
    worker: str
    engine_version: str


class Answers:
    """Send what becomes of the jobs of one worker."""

    def __init__(self, worker: str, send: Send) -> None:
        self._worker = worker
        self._send = send

    def match_progress(self, job: MatchJob, sandbox: str, blocks_done: int) -> None:
        """Tell that a match is being played, and how far it is."""
        self._answer(
            contract.MATCH_PROGRESS,
            MatchProgress(
                match=job.match,
                attempt=job.attempt,
                **self._sender(job),
                sandbox=sandbox,
                blocks_done=blocks_done,
            ),
        )

    def match_result(
        self,
        job: MatchJob,
        *,
        outcome: Literal["finished", "failed", "returned"],
        reason: str,
        sandbox: str = "",
        verdict: HostVerdict | None = None,
        blocks: Sequence[BlockResult] = (),
    ) -> None:
        """Tell how an attempt ended."""
        self._answer(
            contract.MATCH_RESULT,
            MatchResult(
                match=job.match,
                attempt=job.attempt,
                **self._sender(job),
                sandbox=sandbox,
                outcome=outcome,
                reason=reason,
                verdict=verdict,
                blocks=list(blocks),
            ),
        )

    def check_progress(self, job: CheckJob) -> None:
        """Tell that a check is running."""
        self._answer(
            contract.CHECK_PROGRESS,
            CheckProgress(
                version=job.version,
                check=job.check,
                **self._sender(job),
            ),
        )

    def check_result(self, job: CheckJob, outcome: Literal["passed", "failed", "broken"], report: CheckReport) -> None:
        """Tell what a check has found."""
        log.info("check done", check=job.check, version=job.version, outcome=outcome, summary=report.summary)
        self._answer(
            contract.CHECK_RESULT,
            CheckResult(
                version=job.version,
                check=job.check,
                **self._sender(job),
                outcome=outcome,
                report=report,
            ),
        )

    def _sender(self, job: MatchJob | CheckJob) -> _Sender:
        """Say who answers, by what right, and by which rules."""
        return {"token": job.token, "worker": self._worker, "engine_version": engines.ENGINE_VERSION}

    def _answer(self, task: str, message: Struct) -> None:
        self._send(task, contract.to_message(message))
