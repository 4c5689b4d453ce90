"""The worker's two jobs from message to answer; the broker is a function that sends, the sandbox one that opens."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import structlog
from msgspec import Struct

import engines
from worker import contract
from worker.check import check_bundle
from worker.client import BundleStore, LeaseLost, PlatformClient, PlatformError
from worker.contract import (
    BlockResult,
    CheckJob,
    CheckProgress,
    CheckReport,
    CheckResult,
    Entrant,
    Limits,
    MatchJob,
    MatchProgress,
)
from worker.cores import one_core
from worker.heartbeat import Heartbeat
from worker.members import BadBundle
from worker.referee.match import play_blocks
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import HostFault, HostVerdict
from worker.sandbox import LanguageUnavailable, SandboxUnavailable, Seat, SeatLimits

# A backstop below the referee's clock: start-up, bank, and so many moves at their full allowance.
_CPU_MOVES: Final = 5_000

log = structlog.get_logger("worker")
Send = Callable[[str, dict[str, Any]], None]


class Launcher(Protocol):
    """The part of a sandbox that the jobs use."""

    @property
    def name(self) -> str:
        """Name the kind of sandbox, for the results."""

    def require_language(self, name: str) -> object:
        """Raise LanguageUnavailable when bots in a language cannot be run here."""

    def start_seat(self, bundle_dir: Path, entry: str, language: str, limits: SeatLimits) -> Seat:
        """Start a bot."""


def seat_limits(limits: Limits) -> SeatLimits:
    """Turn the limits of a job into those of a process."""
    cpu_ms = limits.start_ms + limits.bank_ms + _CPU_MOVES * limits.move_ms
    return SeatLimits(
        memory_mb=limits.memory_mb,
        cpu_s=cpu_ms // 1000 + 1,
        output_line_kib=limits.output_line_kib,
        stderr_kib=limits.stderr_kib,
    )


class Jobs:
    """Play matches and check bundles for the platform."""

    def __init__(
        self,
        *,
        worker: str,
        bundles: BundleStore,
        core_locks: Path,
        open_sandbox: Callable[[], Launcher],
        send: Send,
        drop_sandbox: Callable[[], None] = lambda: None,
        client: Callable[[str, str], PlatformClient] = PlatformClient,
        now: Callable[[], float] = time.monotonic,
        stop_if_told: Callable[[], None] = lambda: None,
    ) -> None:
        self._worker = worker
        self._bundles = bundles
        self._core_locks = core_locks
        self._open_sandbox = open_sandbox
        self._drop_sandbox = drop_sandbox
        self._send = send
        self._client = client
        self._now = now
        self._stop_if_told = stop_if_told

    def play_match(self, message: dict[str, Any]) -> None:
        """Play a match and send its result; send nothing more when the lease is lost.

        Told to stop, give the match back: the platform hands it out again, and counts no failure. When even that cannot
        be said, what told us to stop passes, and the job goes back to its queue.
        """
        job = contract.read_job(message, MatchJob)
        try:
            self._play_and_answer(job)
        except SystemExit:
            try:
                self._answer_match(job, outcome="returned", reason="the worker was told to stop")
            except Exception as error:  # noqa: BLE001 - whatever a broker raises
                log.warning("the match could not be given back", match=job.match, reason=str(error))
            else:
                log.info("match given back", match=job.match, attempt=job.attempt)
                return
            raise

    def _play_and_answer(self, job: MatchJob) -> None:
        bound = log.bind(match=job.match, attempt=job.attempt)
        sandbox, blocks, reason = "", [], ""
        verdict: HostVerdict | None = None
        try:
            launcher = self._open_sandbox()
            sandbox = launcher.name
            for entrant in job.entrants:
                launcher.require_language(entrant.language)
            with one_core(self._core_locks):
                blocks = self._play(job, launcher)
        except LeaseLost as error:
            bound.warning("lease lost", reason=str(error))
            return
        except HostFault as fault:
            reason, verdict = fault.reason, fault.verdict
            if verdict is HostVerdict.SANDBOX_FAILED:
                self._drop_sandbox()
        except LanguageUnavailable as error:
            # Nothing is wrong with the sandbox: the job is handed back, for a worker that has the language.
            reason, verdict = str(error), HostVerdict.SANDBOX_FAILED
        except SandboxUnavailable as error:
            reason, verdict = str(error), HostVerdict.SANDBOX_FAILED
            self._drop_sandbox()
        except (PlatformError, BadBundle) as error:
            reason, verdict = str(error), HostVerdict.HOST_LOST
        if verdict is not None:
            # What stops us may have stopped the sandbox or the platform a moment before: neither is to blame.
            self._stop_if_told()
        outcome: Literal["finished", "failed"] = "finished" if verdict is None else "failed"
        bound.info("match done", outcome=outcome, reason=reason, blocks=len(blocks))
        self._answer_match(
            job,
            outcome=outcome,
            reason=reason,
            sandbox=sandbox,
            verdict=verdict,
            blocks=blocks if verdict is None else [],
        )

    def check_bundle(self, message: dict[str, Any]) -> None:
        """Check a bundle and send the report; send nothing more when the check was given up."""
        job = contract.read_job(message, CheckJob)
        heartbeat = Heartbeat(
            lambda: self._answer(contract.CHECK_PROGRESS, self._check_progress(job)), self._now, self._stop_if_told
        )
        try:
            launcher = self._open_sandbox()
            launcher.require_language(job.language)
            with (
                self._client(job.platform, job.token) as client,
                self._bundles.hold(job.bundle, lambda: client.bundle(job.bundle, {"check": job.check})) as path,
                one_core(self._core_locks),
            ):
                entrant = Entrant(bundle=job.bundle, language=job.language, entry=job.entry)

                def make_bot(tick: Callable[[], None]) -> SeatPlayer:
                    return _player(launcher, path, entrant, job.limits, tick)

                outcome, report = check_bundle(job, make_bot, heartbeat.tick, self._now)
        except LeaseLost as error:
            log.warning("check lost", check=job.check, reason=str(error))
            return
        except (HostFault, SandboxUnavailable, PlatformError, BadBundle) as error:
            if not isinstance(error, LanguageUnavailable | PlatformError | BadBundle):
                self._drop_sandbox()  # the next job shall not meet the same broken one
            self._stop_if_told()  # as for a match
            self._answer_check(job, "broken", CheckReport(summary=str(error), steps=[]))
            return
        self._answer_check(job, outcome, report)

    def _play(self, job: MatchJob, launcher: Launcher) -> list[BlockResult]:
        blocks: list[BlockResult] = []
        heartbeat = Heartbeat(
            lambda: self._answer(contract.MATCH_PROGRESS, self._match_progress(job, launcher.name, len(blocks))),
            self._now,
            self._stop_if_told,
        )
        with self._client(job.platform, job.token) as client, contextlib.ExitStack() as held:
            paths = [held.enter_context(self._hold(job, entrant, client)) for entrant in job.entrants]

            def make_player(entrant: int) -> SeatPlayer:
                return _player(launcher, paths[entrant], job.entrants[entrant], job.limits, heartbeat.tick)

            for played in play_blocks(job, make_player, tick=heartbeat.tick):
                client.put_record(job.attempt, played.index, played.record)
                blocks.append(
                    BlockResult(
                        index=played.index,
                        record=played.record.sha256,
                        size=played.record.size,
                        games=played.games,
                    )
                )
        return blocks

    def _hold(self, job: MatchJob, entrant: Entrant, client: PlatformClient) -> contextlib.AbstractContextManager[Path]:
        return self._bundles.hold(entrant.bundle, lambda: client.bundle(entrant.bundle, {"attempt": job.attempt}))

    def _match_progress(self, job: MatchJob, sandbox: str, blocks_done: int) -> MatchProgress:
        return MatchProgress(
            match=job.match,
            attempt=job.attempt,
            token=job.token,
            worker=self._worker,
            engine_version=engines.ENGINE_VERSION,
            sandbox=sandbox,
            blocks_done=blocks_done,
        )

    def _check_progress(self, job: CheckJob) -> CheckProgress:
        return CheckProgress(
            version=job.version,
            check=job.check,
            token=job.token,
            worker=self._worker,
            engine_version=engines.ENGINE_VERSION,
        )

    def _answer_match(
        self,
        job: MatchJob,
        *,
        outcome: Literal["finished", "failed", "returned"],
        reason: str,
        sandbox: str = "",
        verdict: HostVerdict | None = None,
        blocks: Sequence[BlockResult] = (),
    ) -> None:
        self._answer(
            contract.MATCH_RESULT,
            contract.MatchResult(
                match=job.match,
                attempt=job.attempt,
                token=job.token,
                worker=self._worker,
                engine_version=engines.ENGINE_VERSION,
                sandbox=sandbox,
                outcome=outcome,
                reason=reason,
                verdict=verdict,
                blocks=list(blocks),
            ),
        )

    def _answer_check(self, job: CheckJob, outcome: str, report: CheckReport) -> None:
        log.info("check done", check=job.check, version=job.version, outcome=outcome, summary=report.summary)
        self._answer(
            contract.CHECK_RESULT,
            CheckResult(
                version=job.version,
                check=job.check,
                token=job.token,
                worker=self._worker,
                engine_version=engines.ENGINE_VERSION,
                outcome="passed" if outcome == "passed" else "failed" if outcome == "failed" else "broken",
                report=report,
            ),
        )

    def _answer(self, task: str, message: Struct) -> None:
        self._send(task, contract.to_message(message))


def _player(launcher: Launcher, path: Path, entrant: Entrant, limits: Limits, tick: Callable[[], None]) -> SeatPlayer:
    return SeatPlayer(
        lambda: launcher.start_seat(path, entrant.entry, entrant.language, seat_limits(limits)), limits, tick=tick
    )
