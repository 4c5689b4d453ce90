"""What the tests of matches, ratings and tournaments are made of: versions, matches, and a worker that answers."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any

from fairdeal.accounts.models import Owner, User
from fairdeal.common import clock
from fairdeal.matches import designs
from fairdeal.matches.models import Attempt, AttemptState, Block, Match, MatchState
from fairdeal.matches.services import (
    attempt_progress,
    attempt_result,
    match_create,
    match_enqueue,
    matches_requeue,
    record_store,
)
from fairdeal.ratings.services import ledger_append_ready
from fairdeal.submissions.models import Bot, BotVersion, VersionState

import engines

GAMES = ["thirty-one", "smear-four-handed"]
_numbers = itertools.count(1)

# Places by entrant of a game: (block, rotation, entrants) -> places.
Places = Callable[[int, int, int], Sequence[int]]


def first_wins(block: int, rotation: int, entrants: int) -> list[int]:
    """Rank the entrants in line-up order."""
    return list(range(1, entrants + 1))


def last_wins(block: int, rotation: int, entrants: int) -> list[int]:
    """Rank the entrants against line-up order."""
    return list(range(entrants, 0, -1))


def all_draw(block: int, rotation: int, entrants: int) -> list[int]:
    """Let everybody share the first place."""
    return [1] * entrants


def make_version(owner_name: str, bot_name: str = "fox", **facts: Any) -> BotVersion:
    """Make an active version, without the upload."""
    kind = Owner.Kind.HOUSE if owner_name == "house" else Owner.Kind.PERSON
    owner, _made = Owner.objects.get_or_create(name=owner_name, defaults={"kind": kind})
    bot, _made = Bot.objects.get_or_create(owner=owner, name=bot_name)
    values = {
        "number": bot.versions.count() + 1,
        "bundle_sha256": (sha := hashlib.sha256(f"bundle {next(_numbers)}".encode()).hexdigest()),
        "upload_sha256": sha,
        "bundle_size": 1234,
        "entry": "main.py",
        "games": GAMES,
        "state": VersionState.ACTIVE,
        "is_published": True,
    }
    return BotVersion.objects.create(bot=bot, owner=owner, **values | facts)


def make_versions(count: int) -> list[BotVersion]:
    """Make versions of as many owners."""
    return [make_version(f"owner{number}") for number in range(1, count + 1)]


def seeds(count: int, salt: str = "") -> list[str]:
    """Give seeds."""
    return [hashlib.sha256(f"seed {salt} {number}".encode()).hexdigest() for number in range(count)]


def make_match(*versions: BotVersion, blocks: int = 2, salt: str = "", **facts: Any) -> Match:
    """Make a match of Thirty-One with as many players as versions."""
    arguments: dict[str, Any] = {
        "game": "thirty-one",
        "players": len(versions),
        "options": {},
        "entry_kind": "seat",
        "versions": list(versions),
        "seeds": seeds(blocks, salt),
    }
    return match_create(**arguments | facts)


def enqueue(match: Match, capture: Any) -> None:
    """Hand a match out, with what follows the commit."""
    with capture(execute=True):
        match_enqueue(match=match)


def requeue(*matches: Match) -> int:
    """Have staff give matches that failed another try."""
    somebody, _made = User.objects.get_or_create(username="steward", defaults={"is_staff": True})
    return matches_requeue(user=somebody, matches=Match.objects.filter(pk__in=[match.pk for match in matches]))


class FakeWorker:
    """A worker that answers jobs as the contract says, with the places that it is told."""

    def __init__(self, sent: list[dict[str, Any]], capture: Any) -> None:
        self.sent = sent
        self.capture = capture

    @property
    def jobs(self) -> list[dict[str, Any]]:
        return [words["message"] for words in self.sent if words["task"] == "worker.play_match"]

    def job(self, match: Match) -> dict[str, Any]:
        """Give the newest job of a match."""
        return [job for job in self.jobs if job["match"] == match.pk][-1]

    def sender(self, job: dict[str, Any]) -> dict[str, Any]:
        return {
            "contract": 1,
            "match": job["match"],
            "attempt": job["attempt"],
            "token": job["token"],
            "worker": "host:1",
            "engine_version": engines.ENGINE_VERSION,
            "sandbox": "bwrap",
        }

    def progress(self, job: dict[str, Any], blocks_done: int = 0, **changes: Any) -> Attempt:
        """Report progress."""
        with self.capture(execute=True):
            return attempt_progress(message={**self.sender(job), "blocks_done": blocks_done, **changes})

    def store(self, job: dict[str, Any], block: int, text: str = "") -> bytes:
        """Hand in a record; gives its bytes."""
        content = record_bytes(job, block, text)
        sha = hashlib.sha256(content).hexdigest()
        record_store(attempt_id=job["attempt"], token=job["token"], block=block, content=content, sha256=sha)
        return content

    def result(self, job: dict[str, Any], places: Places = first_wins) -> dict[str, Any]:
        """Make the message that ends a job; the records are those of `store`."""
        blocks = [block_of(job, index, places) for index in range(len(job["seeds"]))]
        return {**self.sender(job), "outcome": "finished", "reason": "", "verdict": None, "blocks": blocks}

    def failure(self, job: dict[str, Any], verdict: str = "sandbox_failed") -> dict[str, Any]:
        """Make the message that ends a job by a fault of the host."""
        words = {"outcome": "failed", "verdict": verdict, "reason": "no bwrap", "blocks": []}
        return {**self.sender(job), **words}

    def returned(self, job: dict[str, Any]) -> dict[str, Any]:
        """Make the message by which a worker that is told to stop gives a job back."""
        words = {"outcome": "returned", "verdict": None, "reason": "told to stop", "blocks": []}
        return {**self.sender(job), **words}

    def answer(self, message: dict[str, Any]) -> Attempt:
        """Send a result, with what follows the commit; through JSON, as the broker does."""
        with self.capture(execute=True):
            return attempt_result(message=json.loads(json.dumps(message)))

    def play(self, job: dict[str, Any], places: Places = first_wins) -> Attempt:
        """Play a job to its end."""
        self.progress(job)
        for block in range(len(job["seeds"])):
            self.store(job, block)
        return self.answer(self.result(job, places))


def write_result(match: Match, places: Places = first_wins) -> None:
    """Write a match as played and rate it, without a worker: where many blocks are wanted, and how they came is not."""
    words = {"entrants": list(match.entrants.all()), "entry": match.entry_kind, "seeds": match.seeds}
    job = {"game": match.game, "players": match.players, "options": match.options, **words}
    now = clock.now()
    attempt = Attempt.objects.create(
        match=match, number=1, state=AttemptState.FINISHED, token_digest="", lease_expires_at=now, started_at=now,
        ended_at=now, worker="host:1", engine_version=engines.ENGINE_VERSION, blocks_done=len(match.seeds),
    )  # fmt: skip
    blocks = [block_of(job, index, places) for index in range(len(match.seeds))]
    Block.objects.bulk_create(
        Block(
            match=match, index=block["index"], attempt=attempt, record_sha256=block["record"],
            record_size=block["size"], games=block["games"],
        )
        for block in blocks
    )  # fmt: skip
    Match.objects.filter(pk=match.pk).update(state=MatchState.FINISHED, finished_at=now)
    ledger_append_ready()


def record_bytes(job: dict[str, Any], block: int, text: str = "") -> bytes:
    """Give something that can be a record."""
    return gzip.compress(
        json.dumps({"format": 1, "block": block, "seed": job["seeds"][block], "x": text}).encode(), mtime=0
    )


def block_of(job: dict[str, Any], index: int, places: Places) -> dict[str, Any]:
    """Make the summary of a block."""
    content = record_bytes(job, index)
    game = engines.make_game(job["game"], job["players"], job["options"])
    entrants = len(job["entrants"])
    games = [
        game_of(seating, game.side_of, places(index, rotation, entrants))
        for rotation, seating in enumerate(designs.rotations(job["entry"], game.side_of))
    ]
    return {"index": index, "record": hashlib.sha256(content).hexdigest(), "size": len(content), "games": games}


def game_of(seating: list[int], side_of: Sequence[int], by_entrant: Sequence[int]) -> dict[str, Any]:
    """Make the summary of a game in which the entrants come in this order."""
    ranks = [by_entrant[entrant] for entrant in seating]
    best = {side: min(rank for seat, rank in enumerate(ranks) if side_of[seat] == side) for side in set(side_of)}
    by_seat = [best[side] for side in side_of]
    return {
        "seating": seating,
        "places": [1 + sum(other < own for other in by_seat) for own in by_seat],
        "totals": [10 - rank for rank in by_seat],
        "payouts": [0.0] * len(seating),
        "deals": 4,
        "verdicts": ["ok"] * len(seating),
        "faults": [],
        "time": [{"moves": 9, "cpu_ms": 1.5, "max_ms": 0.5} for _ in seating],
    }


def person(name: str) -> User:
    """Make somebody who can organise."""
    return User.objects.create_user(username=name, password="nine green bottles 7")
