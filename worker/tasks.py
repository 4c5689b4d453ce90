"""The worker's tasks: take a job, hand it to `worker.jobs`, answer by task name."""

from __future__ import annotations

import time
from functools import lru_cache, partial
from typing import Any

from celery.worker import state
from celery.worker.state import maybe_shutdown

from worker import rules
from worker.answers import log
from worker.app import CONFIG, app
from worker.client import BundleStore, PlatformClient
from worker.contract import (
    CHECK_BUNDLE,
    INBOX_QUEUE,
    MATCH_RESULT,
    PLAY_MATCH,
    ContractError,
    MatchResult,
    to_message,
)
from worker.jobs import Jobs
from worker.presence import Presence
from worker.sandbox import Sandbox
from worker.sandbox.keeper import Keeper

# The exit status of a worker that finds, at its start or later, that bots cannot be run here.
UNFIT = 3
# That of one whose rules are not the platform's: it must be brought up to date, or the platform.
OTHER_RULES = 4

keeper = Keeper(lambda: Sandbox.open(CONFIG.sandbox_dir))


def stop_if_unfit() -> None:
    """Take no more jobs once bots cannot be run here: others shall have them. Who restarts us, has us tested first."""
    if keeper.unfit is not None:
        log.error("this machine can no longer run bots", reason=keeper.unfit.reason, remedy=keeper.unfit.remedy)
        presence.report()
        state.should_stop = UNFIT  # type: ignore[assignment]  # an exit status, as Celery reads it


def send(task: str, message: dict[str, Any]) -> None:
    """Send an answer to the platform."""
    app.send_task(task, args=[message], queue=INBOX_QUEUE, ignore_result=True, retry=True)


presence = Presence(CONFIG.identity, keeper, send)


def sleep(seconds: float) -> None:
    """Sleep, but no longer than until the worker is told to stop."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        maybe_shutdown()
        time.sleep(min(left, 0.1))


def refuse_rules(refusal: MatchResult) -> None:
    """Give a match back that asks for other rules, and take no more jobs: the rules of this process do not change."""
    log.error("other rules are asked for", match=refusal.match, reason=refusal.reason)
    send(MATCH_RESULT, to_message(refusal))
    state.should_stop = OTHER_RULES  # type: ignore[assignment]  # an exit status, as Celery reads it


@lru_cache(maxsize=1)
def jobs() -> Jobs:
    """Make this process's jobs."""
    return Jobs(
        worker=CONFIG.identity,
        bundles=BundleStore(CONFIG.bundles_dir),
        core_locks=CONFIG.directory / "cores",
        open_sandbox=keeper.open,
        drop_sandbox=keeper.drop,
        send=send,
        client=partial(PlatformClient, sleep=sleep),
        # Celery ends a worker when its task does; a match takes minutes. What this raises ends a match, which is given
        # back to the platform, and passes through a check, which goes, not acknowledged, back to its queue.
        stop_if_told=maybe_shutdown,
    )


@app.task(name=PLAY_MATCH)
def play_match(job: dict[str, Any]) -> None:
    """Play a match."""
    try:
        if (refusal := rules.refusal(job, CONFIG.identity)) is not None:
            refuse_rules(refusal)
            return
        jobs().play_match(job)
    except ContractError as error:
        # Without a readable job there is no token to answer with; the lease runs out and the platform sees it.
        log.error("job refused", task=PLAY_MATCH, reason=str(error))
    stop_if_unfit()


@app.task(name=CHECK_BUNDLE)
def check_bundle(job: dict[str, Any]) -> None:
    """Check a bundle."""
    try:
        jobs().check_bundle(job)
    except ContractError as error:
        log.error("job refused", task=CHECK_BUNDLE, reason=str(error))
    stop_if_unfit()
