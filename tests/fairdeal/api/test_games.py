"""The list of games comes from the engines."""

from __future__ import annotations

import engines


def test_all_games_with_their_options(anonymous, db):
    page = anonymous.get("/api/v1/games/").json()
    assert page["next"] is None and page["previous"] is None
    games = {row["id"]: row for row in page["results"]}
    assert tuple(games) == engines.game_ids()
    smear = games["smear-four-handed"]
    assert smear["players"] == 4 and smear["sides"] == 2 and smear["has_sides"]
    assert games["thirty-one"]["min_players"] <= 2 and not games["thirty-one"]["has_sides"]
    for row in games.values():
        assert row["ruleset"].startswith(f"{row['id']}/{row['players']}")
        assert all("default" in schema for schema in row["options"].values())
