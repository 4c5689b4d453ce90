"""The worker's two jobs from message to answer; the broker is a function that sends, the sandbox one that opens."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

from worker import contract
from worker.answers import Answers, Send, log
from worker.check import check_bundle
from worker.client import BundleStore, LeaseLost, PlatformClient, PlatformError
from worker.contract import BlockResult, CheckJob, CheckReport, Entrant, MatchJob
from worker.cores import one_core
from worker.heartbeat import Heartbeat
from worker.members import BadBundle
from worker.referee.match import play_blocks
from worker.referee.players import SeatPlayer
from worker.referee.verdicts import HostFault, HostVerdict
from worker.sandbox import LanguageUnavailable, SandboxUnavailable
from worker.seating import Launcher, seat_player

# An author waits for a check, and a bot that has not used any CPU time for so long hangs. In a match its clock decides.
CHECK_HANG_S: Final = 10.0


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
        self._answers = Answers(worker, send)
        self._bundles = bundles
        self._core_locks = core_locks
        self._open_sandbox = open_sandbox
        self._drop_sandbox = drop_sandbox
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
                self._answers.match_result(job, outcome="returned", reason="the worker was told to stop")
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
        self._answers.match_result(
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
        heartbeat = Heartbeat(lambda: self._answers.check_progress(job), self._now, self._stop_if_told)
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
                    return seat_player(launcher, path, entrant, job.limits, tick, CHECK_HANG_S)

                outcome, report = check_bundle(job, make_bot, heartbeat.tick, self._now)
        except LeaseLost as error:
            log.warning("check lost", check=job.check, reason=str(error))
            return
        except (HostFault, SandboxUnavailable, PlatformError, BadBundle) as error:
            if not isinstance(error, LanguageUnavailable | PlatformError | BadBundle):
                self._drop_sandbox()  # the next job shall not meet the same broken one
            self._stop_if_told()  # as for a match
            self._answers.check_result(job, "broken", CheckReport(summary=str(error), steps=[]))
            return
        self._answers.check_result(job, outcome, report)

    def _play(self, job: MatchJob, launcher: Launcher) -> list[BlockResult]:
        blocks: list[BlockResult] = []
        heartbeat = Heartbeat(
            lambda: self._answers.match_progress(job, launcher.name, len(blocks)),
            self._now,
            self._stop_if_told,
        )
        with self._client(job.platform, job.token) as client, contextlib.ExitStack() as held:
            paths = [held.enter_context(self._hold(job, entrant, client)) for entrant in job.entrants]

            def make_player(entrant: int) -> SeatPlayer:
                return seat_player(launcher, paths[entrant], job.entrants[entrant], job.limits, heartbeat.tick)

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
