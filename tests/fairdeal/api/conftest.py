"""People, tokens and clients for the tests of the API."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from fairdeal.accounts.models import Scope, User
from fairdeal.accounts.services import token_create
from fairdeal.common import blobs, clock
from fairdeal.matches.models import AttemptState, Block, Match, MatchState
from fairdeal.matches.services import match_create, match_enqueue
from fairdeal.submissions.models import BotVersion
from rest_framework.test import APIClient

from tests.fairdeal.conftest import MANIFEST, bot_zip
from tests.fairdeal.playing import make_version

ALL_SCOPES = tuple(Scope.values)


@pytest.fixture(autouse=True)
def fresh_buckets() -> Iterator[None]:
    """Let no test use up another one's requests."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def anonymous() -> APIClient:
    return APIClient()


@pytest.fixture
def client_of(db: None) -> Callable[..., APIClient]:
    """Make a client with a fresh token of a user, with these scopes (default: all)."""

    def make(user: User, *scopes: str) -> APIClient:
        _token, plain = token_create(user=user, name="test", scopes=scopes or ALL_SCOPES)
        return APIClient(headers={"authorization": f"Bearer {plain}"})

    return make


@pytest.fixture
def contestants(ada: User, bob: User) -> list[BotVersion]:
    """Four accepted versions that play Thirty-One and Smear: two of ada's, two of bob's."""
    games = ["thirty-one", "smear-four-handed"]
    return [
        make_version(
            user.username, f"bot-{index}", games=games, is_published=False,
            bundle_sha256=blobs.put(bot_zip(f"print({index})\n", MANIFEST.replace("sample", f"bot-{index}"))),
        )
        for index, user in enumerate((ada, bob, ada, bob))
    ]  # fmt: skip


@pytest.fixture
def duel(contestants: list[BotVersion], django_capture_on_commit_callbacks: Any) -> Callable[..., Match]:
    """Make a match of two at Thirty-One and hand it out."""

    def make(blocks: int = 1, **words: Any) -> Match:
        with django_capture_on_commit_callbacks(execute=True):
            match = match_create(
                game="thirty-one",
                players=2,
                options={},
                entry_kind="seat",
                versions=contestants[:2],
                seeds=[f"{Match.objects.count():02x}{index:062x}" for index in range(blocks)],
                **words,
            )
            match_enqueue(match=match)
        return Match.objects.get(pk=match.pk)

    return make


@pytest.fixture
def finish() -> Callable[..., None]:
    """End a match with blocks that the first entrant wins, each with a record and a fault of the other one."""

    def end(match: Match) -> None:
        attempt = match.attempts.get()
        fault = {"seat": 1, "verdict": "crash", "detail": "secret", "deal": 0, "action_index": 3,
                 "evidence": {"stderr_tail": "Traceback: private"}}  # fmt: skip
        games = [
            {"seating": [0, 1], "places": [1, 2], "totals": [3, 0], "payouts": [0, 0], "deals": 5,
             "verdicts": ["ok", "crash"], "faults": [fault], "time": []},
            {"seating": [1, 0], "places": [2, 1], "totals": [0, 3], "payouts": [0, 0], "deals": 4,
             "verdicts": ["ok", "ok"], "faults": [], "time": []},
        ]  # fmt: skip
        for index in range(len(match.seeds)):
            content = gzip.compress(f'{{"format":1,"block":{index}}}'.encode(), mtime=0)
            Block.objects.create(
                match=match,
                index=index,
                attempt=attempt,
                record_sha256=blobs.put(content),
                record_size=len(content),
                games=games,
            )
        attempt.state, attempt.ended_at, attempt.blocks_done = AttemptState.FINISHED, clock.now(), len(match.seeds)
        attempt.save()
        Match.objects.filter(pk=match.pk).update(state=MatchState.FINISHED, finished_at=clock.now())

    return end
