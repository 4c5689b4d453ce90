"""The platform's end of the match contract, against the golden messages."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from fairdeal.matches import dispatch, messages
from fairdeal.matches.fields import BadMessage
from fairdeal.matches.models import Attempt, Match, MatchEntrant
from fairdeal.matches.seeds import is_seed
from fairdeal.submissions import manifest
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import make_version

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "contract"
SEATINGS = [[0, 1], [1, 0]]


def golden(name: str) -> dict[str, Any]:
    message: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return message


@pytest.mark.django_db
def test_the_job_is_the_golden_one() -> None:
    job = golden("play_match")
    match = Match.objects.create(
        pk=job["match"],
        game=job["game"],
        players=job["players"],
        options=job["options"],
        ruleset="thirty-one/2;max_deals=50",
        entry_kind=job["entry"],
        seeds=job["seeds"],
        rng_seed=job["rng_seed"],
        limits=job["limits"],
    )
    for index, entrant in enumerate(job["entrants"]):
        version: BotVersion = make_version(
            f"owner{index}", bundle_sha256=entrant["bundle"], language=entrant["language"], entry=entrant["entry"]
        )
        MatchEntrant.objects.create(match=match, index=index, version=version)
    attempt = Attempt(pk=job["attempt"], match=match, number=1, engine_version=job["engine_version"])
    with override_settings(PUBLIC_URL=job["platform"]):
        assert dispatch.match_job(attempt, job["token"]) == job
    assert all(is_seed(seed) for seed in job["seeds"])


def test_progress_is_read() -> None:
    message = golden("match_progress")
    sender = messages.read_sender(message)
    assert (sender.match, sender.attempt, sender.token) == (12, 34, message["token"])
    assert (sender.worker, sender.engine_version, sender.sandbox) == ("host:4711", "1.0.0", "bwrap")
    assert messages.read_blocks_done(message, blocks=2) == 1
    with pytest.raises(BadMessage, match="blocks_done"):
        messages.read_blocks_done(message, blocks=0)


def test_a_result_is_read_whole() -> None:
    message = golden("match_result")
    blocks = messages.read_blocks(message, (0, 1), SEATINGS, 2)
    for block, sent in zip(blocks, message["blocks"], strict=True):
        assert (block.index, block.record, block.size) == (sent["index"], sent["record"], sent["size"])
        assert block.games == sent["games"]


def test_a_failure_is_read() -> None:
    message = golden("match_result_failed")
    assert messages.read_sender(message).sandbox == ""
    assert messages.read_failure(message) == ("sandbox_failed", message["reason"])


def test_why_a_match_was_given_back_is_read() -> None:
    message = golden("match_result_returned")
    assert messages.read_sender(message).attempt == 34
    assert messages.read_reason(message) == message["reason"] != ""
    assert messages.read_reason(message | {"reason": 7}) == ""


def every_path(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the paths to all values inside a message."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, inner in items for found in [(*path, key), *every_path(inner, (*path, key))]]


@pytest.mark.parametrize("value", [None, -5, "x" * 5000, [], {}, 1e999, True, 2**80])
def test_whatever_stands_in_a_field_a_result_is_read_or_refused(value: Any) -> None:
    message = golden("match_result")
    for path in every_path(message["blocks"]):
        broken = copy.deepcopy(message)
        place: Any = broken["blocks"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = copy.deepcopy(value)
        try:
            blocks = messages.read_blocks(broken, (0, 1), SEATINGS, 2)
        except BadMessage as error:
            assert str(error)
        else:
            # What is taken can be stored: finite, and no longer than the bounds.
            text = json.dumps([block.games for block in blocks], allow_nan=False)
            assert len(text) < 20_000


@pytest.mark.parametrize("missing", ["contract", "match", "attempt", "token", "worker", "engine_version", "sandbox"])
def test_a_sender_says_who_it_is(missing: str) -> None:
    message = golden("match_progress")
    del message[missing]
    with pytest.raises(BadMessage, match=missing):
        messages.read_sender(message)


def test_the_languages_are_those_that_workers_start() -> None:
    assert sorted(manifest.LANGUAGES) == json.loads((GOLDEN / "languages.json").read_text())
