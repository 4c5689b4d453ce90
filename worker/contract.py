"""The messages between platform and worker, contract version 1: JSON objects, one struct each.

The platform keeps its own reading of the same messages; both are tested against `tests/golden/contract/`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

CONTRACT = 1

PLAY_MATCH = "worker.play_match"
CHECK_BUNDLE = "worker.check_bundle"
MATCH_PROGRESS = "fairdeal.match_progress"
MATCH_RESULT = "fairdeal.match_result"
CHECK_PROGRESS = "fairdeal.check_progress"
CHECK_RESULT = "fairdeal.check_result"
WORKER_STATE = "fairdeal.worker_state"
INBOX_QUEUE = "inbox"
# An arena keeps a worker for checks alone: no upload waits behind a tournament.
JOB_QUEUES = ("matches", "checks")

Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,}$")]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
# The entry is a file inside the bundle: no way out of it.
EntryFile = Annotated[str, Meta(pattern=r"^(?!/)(?!.*(^|/)\.\.(/|$)).+$", max_length=200)]


class ContractError(Exception):
    """Report a message that does not follow the contract."""


class Limits(Struct, frozen=True, kw_only=True):
    """What a seat may use."""

    move_ms: Positive = 100
    bank_ms: Count = 10_000
    start_ms: Positive = 3_000
    memory_mb: Positive = 256
    output_line_kib: Positive = 64
    stderr_kib: Positive = 1_024


class Entrant(Struct, frozen=True):
    """A bot version taking part."""

    bundle: Sha256
    language: str
    entry: EntryFile


class MatchJob(Struct, frozen=True, kw_only=True):
    """Play a match: every seed is a block, played once in each rotation of the entrants."""

    contract: Literal[1]
    match: int
    attempt: int
    token: str
    engine_version: str = ""  # the platform of before did not say whose rules it asks for
    platform: str
    game: str
    players: Positive
    options: dict[str, Any]
    entry: Literal["side", "seat"]
    entrants: Annotated[list[Entrant], Meta(min_length=1)]
    seeds: Annotated[list[Hex], Meta(min_length=1)]
    rng_seed: Hex
    limits: Limits


class CheckJob(Struct, frozen=True, kw_only=True):
    """Check a bundle: does it start, and play every game that it claims?"""

    contract: Literal[1]
    version: int
    check: int
    token: str
    platform: str
    bundle: Sha256
    language: str
    entry: EntryFile
    games: Annotated[list[str], Meta(min_length=1)]
    limits: Limits


class MatchProgress(Struct, frozen=True, kw_only=True):
    """Say how many blocks are done; renews the lease."""

    match: int
    attempt: int
    token: str
    worker: str
    engine_version: str
    sandbox: str
    blocks_done: int
    contract: int = CONTRACT


class FaultEvidence(Struct, frozen=True, kw_only=True):
    """What was measured of a seat that failed."""

    signal: int | None = None
    exit_code: int | None = None
    cpu_ms: float = 0.0
    wall_ms: float = 0.0
    peak_kib: int = 0
    stderr_tail: str = ""


class Fault(Struct, frozen=True, kw_only=True):
    """A seat's fault: what, where in the game (deal and index of the action, from 0), and the evidence."""

    seat: int
    verdict: str
    detail: str
    deal: int
    action_index: int
    evidence: FaultEvidence


class SeatTime(Struct, frozen=True, kw_only=True):
    """What a seat took in a game; `wall_ms` and `peak_kib` are of its whole process, 0 when it never ran."""

    moves: int
    cpu_ms: float
    max_ms: float
    wall_ms: float = 0.0
    peak_kib: int = 0


class GameResult(Struct, frozen=True, kw_only=True):
    """The outcome of one game; lists are by seat, `seating` names the entrant of each; places follow the fault rule."""

    seating: list[int]
    places: list[int]
    totals: list[int]
    payouts: list[float]
    deals: int
    verdicts: list[str]
    faults: list[Fault]
    time: list[SeatTime]


class BlockResult(Struct, frozen=True, kw_only=True):
    """The games of one block, and the hash and size of its stored record."""

    index: int
    record: str
    size: int
    games: list[GameResult]


class MatchResult(Struct, frozen=True, kw_only=True):
    """End an attempt: finished with all blocks, failed through no bot's fault, or returned by a worker told to stop."""

    match: int
    attempt: int
    token: str
    worker: str
    engine_version: str
    sandbox: str
    outcome: Literal["finished", "failed", "returned"]
    reason: str = ""
    verdict: str | None = None
    blocks: list[BlockResult]
    contract: int = CONTRACT


class CheckStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a check's report; what went wrong, in which state, with the last lines of the author's log."""

    name: str
    ok: bool
    ms: float | None = None
    verdict: str | None = None
    detail: str | None = None
    state: dict[str, Any] | None = None
    legal: list[str] | None = None
    stderr: str | None = None


class CheckReport(Struct, frozen=True, kw_only=True):
    """What the author is told."""

    summary: str
    steps: list[CheckStep]


class CheckProgress(Struct, frozen=True, kw_only=True):
    """Say that a check is going on: the first begins its time, each renews its lease."""

    version: int
    check: int
    token: str
    worker: str
    engine_version: str
    contract: int = CONTRACT


class CheckResult(Struct, frozen=True, kw_only=True):
    """End a check: passed, failed (the bot's fault), or broken (ours)."""

    version: int
    check: int
    token: str
    worker: str
    engine_version: str
    outcome: Literal["passed", "failed", "broken"]
    report: CheckReport
    contract: int = CONTRACT


class WorkerState(Struct, frozen=True, kw_only=True):
    """Say that a worker is there, and whether it can run bots; if not, why, and what its operator can do.

    One that takes checks alone plays no matches.
    """

    worker: str
    engine_version: str
    sandbox: str
    plays_matches: bool
    is_fit: bool
    reason: str
    remedy: str
    tested_s_ago: int | None
    contract: int = CONTRACT


Job = TypeVar("Job", MatchJob, CheckJob)


def read_job(message: object, kind: type[Job]) -> Job:
    """Read a job from the platform; raise ContractError that names the field."""
    try:
        return msgspec.convert(message, kind)
    except msgspec.ValidationError as error:
        raise ContractError(f"{kind.__name__}: {error}") from None


def to_message(message: Struct) -> dict[str, Any]:
    """Turn a message into plain JSON types, for the broker."""
    plain: dict[str, Any] = msgspec.to_builtins(message)
    return plain
