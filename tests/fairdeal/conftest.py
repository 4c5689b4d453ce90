"""Fixtures of the platform's tests: people, uploads, a broker that keeps what is sent."""

import io
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from fairdeal.accounts.models import Owner, User
from fairdeal.accounts.services import owner_for, user_create
from fairdeal.common import broker
from fairdeal.submissions.models import BotVersion

IS_ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")
# Races need rows that are locked one by one; SQLite locks the whole database. `ops/test.sh` runs both.
collect_ignore_glob = [] if IS_ON_POSTGRES else ["*_on_postgres.py"]

MANIFEST = 'name = "sample"\nentry = "main.py"\nlanguage = "python"\ngames = ["thirty-one"]\n'
PASSWORD = "nine green bottles 7"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL run what asks the database: the rest is the same as on SQLite, where all is run."""
    if not IS_ON_POSTGRES:
        return
    asking = [item for item in items if _asks_the_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(asking)])
    items[:] = asking


def _asks_the_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or bool({"db", "transactional_db"} & set(fixtures))


@pytest.fixture(autouse=True)
def in_the_sites_language() -> Iterator[None]:
    """Forget the language of the last reader: a request in Ukrainian leaves it behind in its thread."""
    translation.deactivate()
    yield
    translation.deactivate()


def make_zip(files: dict[str, bytes | str], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Make a zip of files, in the order given; the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            archive.writestr(info, content, compression)
    return buffer.getvalue()


def bot_zip(source: str = "print('hello')\n", manifest: str = MANIFEST, **more: bytes | str) -> bytes:
    """Make a good bundle; `more` are further files."""
    return make_zip({"bot.toml": manifest, "main.py": source, **more})


@pytest.fixture(autouse=True)
def blob_dir(settings: Any, tmp_path: Path) -> Path:
    """Keep each test's files in a directory of its own."""
    settings.DATA_DIR = tmp_path
    settings.BLOB_DIR = tmp_path / "blobs"
    return tmp_path / "blobs"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Collect what goes to the workers: dictionaries with task, queue and message."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(broker, "send", lambda **words: messages.append(words))
    return messages


@pytest.fixture
def make_user(db: None) -> Callable[..., User]:
    """Give a function that makes users."""

    def make(username: str = "ada", **attributes: Any) -> User:
        user = user_create(username=username, password=PASSWORD)
        for name, value in attributes.items():
            setattr(user, name, value)
        user.save()
        return user

    return make


@pytest.fixture
def ada(make_user: Callable[..., User]) -> User:
    return make_user("ada")


@pytest.fixture
def bob(make_user: Callable[..., User]) -> User:
    return make_user("bob")


@pytest.fixture
def staff(make_user: Callable[..., User]) -> User:
    return make_user("sue", is_staff=True)


@pytest.fixture
def upload(sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any) -> Iterator[Callable[..., BotVersion]]:
    """Give a function that uploads a zip for a user, with everything that follows the commit."""
    from fairdeal.submissions.services import version_upload

    def make(user: User, content: bytes | None = None, owner: Owner | None = None, **words: Any) -> BotVersion:
        with django_capture_on_commit_callbacks(execute=True):
            return version_upload(
                user=user,
                owner=owner or owner_for(user=user),
                filename=words.pop("filename", "bot.zip"),
                content=io.BytesIO(bot_zip() if content is None else content),
                **words,
            )

    yield make
