"""The workers through the API: for staff, with the reason where bots cannot be run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from fairdeal.accounts.models import User
from fairdeal.matches.services import worker_report
from rest_framework.test import APIClient

UNFIT = Path(__file__).resolve().parents[2] / "golden" / "contract" / "worker_state_unfit.json"


def test_staff_read_them_and_nobody_else(
    client_of: Callable[..., APIClient], make_user: Callable[..., User], anonymous: APIClient
) -> None:
    worker_report(message=json.loads(UNFIT.read_text()))
    assert anonymous.get("/api/v1/workers/").status_code == 401
    refused = client_of(make_user("ada")).get("/api/v1/workers/")
    assert (refused.status_code, refused.json()["code"]) == (403, "staff_only")
    [row] = client_of(make_user("boss", is_staff=True)).get("/api/v1/workers/").json()["results"]
    assert (row["name"], row["is_fit"], row["reason"]) == ("host:4712", False, "bwrap not found")
    assert row["remedy"] == "apt-get install bubblewrap" and row["seen_at"] and row["tested_at"] is None
