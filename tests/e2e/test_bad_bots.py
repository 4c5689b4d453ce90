"""Bots that answer nonsense, hang, crash or print without end: their checks end, with a report that says so."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import httpx
import pytest

from ops.arena import Arena
from ops.client import Client
from tests.e2e.steps import wait_until

MISBEHAVING = Path(__file__).resolve().parents[2] / "bots" / "misbehaving"


def bundle_of(folder: Path) -> bytes:
    """Pack a misbehaving bot as its author would."""
    buffer = io.BytesIO()
    manifest = f'name = "bad-{folder.name.replace("_", "-")}"\nentry = "main.py"\nlanguage = "python"\n'
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("bot.toml", manifest + 'games = ["thirty-one"]\n')
        archive.write(folder / "main.py", "main.py")
    return buffer.getvalue()


@pytest.mark.parametrize("name", ["nonsense_answer", "hang", "crash_in_act", "endless_stdout"])
def test_a_bad_bot_is_rejected_with_a_report(arena: Arena, client: Client, name: str) -> None:
    answer = httpx.post(
        f"{arena.url}/api/v1/versions/",
        headers={"Authorization": f"Bearer {arena.token_file.read_text().strip()}"},
        files={"file": ("bad.zip", bundle_of(MISBEHAVING / name))},
        timeout=30,
    )
    assert answer.status_code == 201, answer.text
    pk = answer.json()["id"]

    def checked() -> dict[str, object]:
        version = client.get(f"versions/{pk}/")
        return {} if version["state"] == "checking" else version

    version = wait_until(checked, f"the end of the check of {name}")
    assert version["state"] == "rejected"
    report = version["check"]["report"]  # type: ignore[index]
    assert report["summary"]
    failed = [step for step in report["steps"] if not step["ok"]]
    assert [step["verdict"] for step in failed] == [
        json.loads((MISBEHAVING / name / "expect.json").read_text())["verdict"]
    ]
    assert failed[0]["detail"]
