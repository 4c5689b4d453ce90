"""Comparisons over the API: for their author alone, with the cost ahead."""

from __future__ import annotations

from typing import Any

import pytest
from fairdeal.accounts.models import Scope, User
from fairdeal.submissions.models import BotVersion

from tests.fairdeal.playing import make_version

pytestmark = pytest.mark.django_db


def test_one_is_begun_followed_and_stopped_by_its_author_alone(
    client_of: Any, ada: User, bob: User, anonymous: Any, contestants: list[BotVersion], sent: list[dict[str, Any]]
) -> None:
    mine, theirs, other, _ = contestants
    house = [make_version("house", name, is_published=False) for name in ("random", "first")]
    client, stranger = client_of(ada), client_of(bob)
    asked = {"game": "thirty-one", "candidate": mine.pk, "baseline": other.pk, "players": 3, "elo1": 20}
    cost = client.post("/api/v1/comparisons/cost/", asked)
    assert cost.status_code == 200
    assert (cost.data["games_a_block"], cost.data["most"], cost.data["is_measured"]) == (6, 10_000, False)
    assert cost.data["if_not"] < cost.data["halfway"]
    assert client.get("/api/v1/comparisons/").data["results"] == []
    for wrong, field in (({"baseline": theirs.pk}, "baseline"), ({"elo1": 0}, "elo1"), ({"field": [mine.pk]}, "field")):
        refused = client.post("/api/v1/comparisons/", {**asked, **wrong})
        assert (refused.status_code, list(refused.data["errors"])) == (400, [field])
    assert client_of(ada, Scope.READ).post("/api/v1/comparisons/", asked).status_code == 403

    begun = client.post("/api/v1/comparisons/", asked, headers={"idempotency-key": "once-1234"})
    again = client.post("/api/v1/comparisons/", asked, headers={"idempotency-key": "once-1234"})
    assert (begun.status_code, again.data["id"]) == (201, begun.data["id"])
    address = f"/api/v1/comparisons/{begun.data['id']}/"
    found = client.get(address).data
    assert [row["id"] for row in found["field"]] == [version.pk for version in house]
    assert (found["state"], found["verdict"], found["blocks"]) == ("running", "running", 0)
    assert found["standing"]["lower"] == -found["standing"]["upper"] == pytest.approx(-2.944, abs=0.001)
    assert found["standing"]["playing"] + found["standing"]["waiting"] == 8
    assert stranger.get(address).status_code == 404
    assert stranger.post(address + "stop/").status_code == 404
    assert stranger.get("/api/v1/comparisons/").data["results"] == []
    assert anonymous.get("/api/v1/comparisons/").status_code == 401
    assert stranger.get("/api/v1/matches/").data["results"] == []
    assert len(client.get("/api/v1/matches/").data["results"]) == 8
    assert client.post(address + "stop/").data["state"] == "stopped"
    assert client.post(address + "stop/").status_code == 409
