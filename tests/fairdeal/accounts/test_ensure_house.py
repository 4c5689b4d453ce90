"""`manage.py ensure_house` can run again and again, and shows its secrets to nobody."""

import stat
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from fairdeal.accounts.models import ApiToken, Owner, User
from fairdeal.accounts.services import owner_for, token_authenticate, token_revoke

pytestmark = pytest.mark.django_db


def run(directory: Path) -> tuple[str, str]:
    token, password = directory / "house.token", directory / "house.password"
    call_command("ensure_house", token_file=token, password_file=password)
    return token.read_text().strip(), password.read_text().strip()


def test_it_makes_the_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    token, password = run(tmp_path)
    user = User.objects.get(username="house")
    assert user.is_staff
    assert user.check_password(password)
    assert token_authenticate(plain=token).user == user
    assert owner_for(user=user) == Owner.objects.get(kind=Owner.Kind.HOUSE)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    shown = capsys.readouterr()
    assert token not in shown.out + shown.err
    assert password not in shown.out + shown.err


def test_again_changes_nothing(tmp_path: Path) -> None:
    assert run(tmp_path) == run(tmp_path)
    assert (User.objects.count(), Owner.objects.count(), ApiToken.objects.count()) == (1, 1, 1)


def test_a_lost_or_ended_token_is_replaced(tmp_path: Path) -> None:
    first, password = run(tmp_path)
    token_revoke(token=token_authenticate(plain=first))
    second, same_password = run(tmp_path)
    assert second != first
    assert same_password == password
    (tmp_path / "house.token").unlink()
    assert run(tmp_path)[0] not in (first, second)


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file"):
        call_command("ensure_house", token_file=tmp_path / "file" / "house.token")
