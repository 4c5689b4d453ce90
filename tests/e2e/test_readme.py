"""The README's bot, uploaded by the README's command, word for word: accepted by the check."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

from ops.arena import Arena
from ops.client import Client
from tests.e2e.steps import wait_until

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()
SITE = "http://127.0.0.1:8000"


def test_the_bot_of_the_readme_is_uploaded_by_its_command_and_accepted(
    arena: Arena, client: Client, tmp_path: Path
) -> None:
    [source] = re.findall(r"```python\n(.*?)```", README, re.S)
    [command] = [block for block in re.findall(r"```sh\n(.*?)```", README, re.S) if "curl " in block]
    assert SITE in command
    [name] = re.findall(r"`(\w+\.py)`", README)
    (tmp_path / name).write_text(source)

    done = subprocess.run(
        ["bash", "-euc", command.replace(SITE, arena.url)],
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "FAIRDEAL_TOKEN": arena.token_file.read_text().strip()},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    uploaded = json.loads(done.stdout)
    assert uploaded["games"] == ["thirty-one"]

    version = wait_until(lambda: _settled(client, uploaded["id"]), "the check of the README's bot")
    assert version["state"] == "active", version


def _settled(client: Client, pk: int) -> dict[str, object] | None:
    row = client.get(f"versions/{pk}/")
    return None if row["state"] == "checking" else row
