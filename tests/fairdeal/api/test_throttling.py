"""Bursts are stopped, and the refusal says for how long."""

from __future__ import annotations

import pytest
from fairdeal.api.throttling import AnonymousBurst, TokenBurst

GAMES = "/api/v1/games/"


@pytest.fixture
def stopped_clock(monkeypatch):
    """Let time pass only when a test says so."""
    moment = [1000.0]
    for throttle in (AnonymousBurst, TokenBurst):
        monkeypatch.setattr(throttle, "now", staticmethod(lambda: moment[0]))
        monkeypatch.setattr(throttle, "capacity", 3.0)
        monkeypatch.setattr(throttle, "per_second", 0.5)
    return moment


def test_an_anonymous_burst_ends_and_time_heals_it(anonymous, db, stopped_clock):
    assert [anonymous.get(GAMES).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = anonymous.get(GAMES)
    assert refused["Retry-After"] == "2"
    assert refused["Content-Type"] == "application/problem+json"
    stopped_clock[0] += 2.0
    assert [anonymous.get(GAMES).status_code for _ in range(2)] == [200, 429]


def test_each_token_has_its_own_bucket(ada, client_of, anonymous, stopped_clock):
    first, second = client_of(ada), client_of(ada)
    assert [first.get(GAMES).status_code for _ in range(4)][-1] == 429
    assert second.get(GAMES).status_code == 200
    assert anonymous.get(GAMES).status_code == 200


def test_the_docs_program_can_follow_many_things_closely():
    assert TokenBurst.capacity >= 300 and TokenBurst.per_second >= 50
