"""Bundles made on the author's side are those that the site takes, and what it refuses is refused before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from fairdeal.submissions import archive, manifest

import engines
from bots.cli import bundle
from bots.cli.contestants import Workshop, slug
from bots.cli.errors import CliError
from tests.bots.cli.conftest import RANDOM_BOT, Run
from tests.fairdeal.bad_uploads import BAD_UPLOADS

TOML = 'name = "fox"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n'
# `check` finds the first; without the second a bundle can be played here, but not uploaded.
FOUND_LATER = {"a syntax error", "no bot.toml"}


def test_both_sides_have_the_same_limits_and_words() -> None:
    assert (bundle.MAX_FILES, bundle.MAX_FILE, bundle.MAX_TOTAL) == (
        archive.MAX_FILES,
        archive.MAX_FILE,
        archive.MAX_TOTAL,
    )
    assert bundle.LANGUAGES == manifest.LANGUAGES
    assert bundle.KEYS == manifest.KEYS
    assert bundle.BOT_NAME == manifest.BOT_NAME


def test_a_folder_becomes_a_bundle_that_the_site_reads_the_same(run: Run) -> None:
    files = {"bot.toml": TOML, "main.py": RANDOM_BOT, "tables/odds.txt": "1 2 3", ".secret": "", "x.pyc": ""}
    for name, text in files.items():
        path = Path("fox", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    Path("fox/__pycache__").mkdir()
    Path("fox/__pycache__/main.pyc").write_text("")
    Path("fox/link").symlink_to("/etc/passwd")
    with ExitStack() as stack:
        made = Workshop(stack).bring("fox", None)
        content = made.content
    taken = archive.unpack(filename="fox.zip", content=content, known_games=engines.game_ids())
    assert sorted(taken.files) == ["bot.toml", "main.py", "tables/odds.txt"]
    assert (
        (taken.manifest.name, taken.manifest.games) == (made.facts.name, made.facts.games) == ("fox", ("thirty-one",))
    )
    assert archive.pack(taken.files) == content  # the same files are the same bytes on both sides


@pytest.mark.parametrize("name", sorted(set(BAD_UPLOADS) - FOUND_LATER))
def test_what_the_site_refuses_is_refused_here(run: Run, name: str) -> None:
    bad = BAD_UPLOADS[name]
    Path(bad.filename).write_bytes(bad.content)
    with ExitStack() as stack, pytest.raises(CliError):
        Workshop(stack).bring(bad.filename, None)


def test_a_folder_that_is_too_large_is_refused_before_it_is_read(run: Run, write: Callable[..., str]) -> None:
    Path("fox").mkdir()
    Path("fox/main.py").write_text(RANDOM_BOT)
    with Path("fox/model.bin").open("wb") as file:
        file.truncate(bundle.MAX_TOTAL + 1)
    with ExitStack() as stack, pytest.raises(CliError, match="200 files or 8 MiB"):
        Workshop(stack).bring("fox", None)
    with Path("fox/model.bin").open("wb") as file:
        file.truncate(bundle.MAX_FILE + 1)
    with ExitStack() as stack, pytest.raises(CliError, match=r"model\.bin has 4194305 bytes, more than 4 MiB"):
        Workshop(stack).bring("fox", None)


def test_names_are_made_of_file_names() -> None:
    assert [slug(text) for text in ("My_Bot", "FOX--2", "__", "a" * 99)] == ["my-bot", "fox-2", "bot", "a" * 60]
