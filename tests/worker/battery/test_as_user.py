"""The battery as an ordinary user, who is then the user of bots as well: nothing but the sandbox keeps them apart."""

from __future__ import annotations

import os

import pytest

from tests.worker.ordinary_user import reachable_project, run_as_user
from worker.sandbox import Sandbox


@pytest.mark.skipif(os.geteuid() != 0, reason="who is an ordinary user has run it in the other file")
def test_an_ordinary_user_contains_them_too(sandbox: Sandbox) -> None:
    with reachable_project() as project:
        said = run_as_user("tests.worker.battery.as_user", project=project, sandbox=sandbox)
    assert said.startswith("user 54321: ")
