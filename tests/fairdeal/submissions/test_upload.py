"""Uploading: what is stored, what is refused, and that nothing is stored half."""

import hashlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fairdeal.accounts.models import User
from fairdeal.accounts.services import owner_for
from fairdeal.common.errors import Conflict, DomainError, InvalidInput, NotFound, TooLarge
from fairdeal.submissions import archive, bundles, services
from fairdeal.submissions.models import Bot, BotVersion, Check, VersionState

from tests.fairdeal.conftest import bot_zip

pytestmark = pytest.mark.django_db
Upload = Callable[..., BotVersion]


def blobs_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.rglob("*") if path.is_file())


def test_an_upload_is_stored_and_sent_to_be_checked(
    ada: User, upload: Upload, sent: list[dict[str, Any]], settings: Any
) -> None:
    content = bot_zip()
    version = upload(ada, content)
    digest = hashlib.sha256(content).hexdigest()
    assert (version.bundle_sha256, version.bundle_size) == (digest, len(content))
    assert (version.state, version.number, version.parent) == (VersionState.CHECKING, 1, None)
    assert str(version) == "ada/sample v1"
    assert not version.is_published
    assert bundles.open_bundle(digest).read() == content
    check = Check.objects.get(version=version)
    assert len(sent) == 1
    assert (sent[0]["task"], sent[0]["queue"]) == ("worker.check_bundle", "checks")
    job = sent[0]["message"]
    assert job.pop("token") not in str(check.__dict__)
    assert job == {
        "contract": 1,
        "version": version.pk,
        "check": check.pk,
        "platform": settings.PUBLIC_URL,
        "bundle": digest,
        "language": "python",
        "entry": "main.py",
        "games": ["thirty-one"],
        "limits": settings.CHECK_LIMITS,
    }


def test_nothing_is_sent_before_the_commit(ada: User, sent: list[dict[str, Any]]) -> None:
    services.version_upload(user=ada, owner=owner_for(user=ada), filename="b.zip", content=io.BytesIO(bot_zip()))
    assert sent == []


def test_versions_are_numbered_and_know_their_parent(ada: User, upload: Upload) -> None:
    first, second = upload(ada, bot_zip("x = 1\n")), upload(ada, bot_zip("x = 2\n"))
    assert (second.bot, second.number, second.parent) == (first.bot, 2, first)


def test_a_single_file(ada: User, upload: Upload) -> None:
    version = upload(ada, b"x = 1\n", filename="solo.py", bot_name="solo", games=["thirty-one"])
    assert version.entry == "main.py"
    content = bundles.open_bundle(version.bundle_sha256).read()
    assert archive.read_zip(content)["main.py"] == b"x = 1\n"


def test_the_same_bytes_again_are_refused_naming_the_version(ada: User, upload: Upload, blob_dir: Path) -> None:
    first = upload(ada)
    with pytest.raises(Conflict) as caught:
        upload(ada)
    assert "ada/sample v1" in caught.value.message
    assert str(first.pk) in caught.value.message
    assert BotVersion.objects.count() == 1
    assert blobs_in(blob_dir) == [first.bundle_sha256]


@pytest.mark.parametrize(
    ("bot_name", "games"), [("solo", ["smear-four-handed"]), ("other", ["thirty-one"]), ("solo", ["thirty-one"])]
)
def test_the_same_file_under_another_name_or_for_other_games_is_a_repeat(
    ada: User, bob: User, upload: Upload, blob_dir: Path, bot_name: str, games: list[str]
) -> None:
    first = upload(ada, b"x = 1\n", filename="solo.py", bot_name="solo", games=["thirty-one"])
    with pytest.raises(Conflict) as caught:
        upload(ada, b"x = 1\n", filename="again.py", bot_name=bot_name, games=games)
    assert "ada/solo v1" in caught.value.fields["file"][0]
    assert (BotVersion.objects.count(), blobs_in(blob_dir)) == (1, [first.bundle_sha256])
    upload(bob, b"x = 1\n", filename="again.py", bot_name=bot_name, games=games)


def test_the_bundle_that_was_made_of_a_file_is_a_repeat_of_it(ada: User, upload: Upload) -> None:
    first = upload(ada, b"x = 1\n", filename="solo.py", bot_name="solo", games=["thirty-one"])
    with pytest.raises(Conflict, match="ada/solo v1"):
        upload(ada, bundles.open_bundle(first.bundle_sha256).read())


def test_a_file_whose_bundle_was_uploaded_before_is_a_repeat_of_it(ada: User, upload: Upload) -> None:
    facts = {"bot_name": "solo", "games": ["thirty-one"]}
    upload(ada, archive.unpack(filename="solo.py", content=b"x = 1\n", known_games=facts["games"], **facts).content)
    with pytest.raises(Conflict, match="ada/solo v1"):
        upload(ada, b"x = 1\n", filename="solo.py", **facts)


def test_the_same_bytes_of_another_owner_are_taken_silently(ada: User, bob: User, upload: Upload) -> None:
    assert upload(ada).bundle_sha256 == upload(bob).bundle_sha256
    assert BotVersion.objects.count() == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"no zip", "not_a_zip"),
        (bot_zip("def f(:\n"), "syntax_error"),
        (bot_zip(**{"../x": "y"}), "unsafe_path"),
        (bot_zip(zeros=b"\0" * 2_000_000), "zip_bomb"),
    ],
)
def test_what_is_refused_leaves_nothing(
    ada: User, upload: Upload, sent: list[Any], blob_dir: Path, content: bytes, code: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        upload(ada, content)
    assert caught.value.code == code
    assert (Bot.objects.count(), BotVersion.objects.count(), Check.objects.count()) == (0, 0, 0)
    assert blobs_in(blob_dir) == []
    assert sent == []


def test_a_syntax_error_names_file_and_line(ada: User, upload: Upload) -> None:
    with pytest.raises(InvalidInput) as caught:
        upload(ada, bot_zip("x = 1\nif x\n    pass\n"))
    assert "main.py, line 2" in caught.value.fields["file"][0]


def test_an_upload_over_the_limit_is_not_read_whole(ada: User, upload: Upload) -> None:
    with pytest.raises(TooLarge):
        upload(ada, b"PK\x03\x04" + b"x" * archive.MAX_UPLOAD)


def test_a_full_disk_leaves_no_rows(
    ada: User, upload: Upload, monkeypatch: pytest.MonkeyPatch, sent: list[Any]
) -> None:
    def full(content: bytes) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bundles, "store", full)
    with pytest.raises(OSError, match="No space"):
        upload(ada)
    assert (Bot.objects.count(), BotVersion.objects.count(), sent) == (0, 0, [])


def test_only_members_upload_for_an_owner(ada: User, bob: User, staff: User, upload: Upload) -> None:
    for stranger in (bob, staff):
        with pytest.raises(NotFound):
            upload(stranger, owner=owner_for(user=ada))


def test_a_broker_that_is_away_does_not_lose_the_upload(
    ada: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(**_: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("fairdeal.common.broker.send", away)
    with django_capture_on_commit_callbacks(execute=True):
        version = services.version_upload(
            user=ada, owner=owner_for(user=ada), filename="b.zip", content=io.BytesIO(bot_zip())
        )
    assert Check.objects.get(version=version).state == "queued"


def test_errors_are_all_of_one_tree() -> None:
    assert issubclass(TooLarge, DomainError)
    assert (InvalidInput.status, NotFound.status, Conflict.status, TooLarge.status) == (400, 404, 409, 413)
