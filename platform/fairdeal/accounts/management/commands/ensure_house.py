"""`manage.py ensure_house`: make the house account, its owner and an API token; safe to run again."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from fairdeal.accounts.models import Scope, User
from fairdeal.accounts.services import house_ensure, token_authenticate, token_create
from fairdeal.common.errors import DomainError

TOKEN_NAME = "house"


class Command(BaseCommand):
    """Make the house account; secrets go into files that only their owner can read, never to the terminal."""

    help = "Make the house account, its owner and an API token; safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files for the two secrets."""
        parser.add_argument("--token-file", type=Path, required=True, help="where the API token is kept")
        parser.add_argument("--password-file", type=Path, help="where the password is kept; without it: no log-in")

    def handle(self, *args: Any, token_file: Path, password_file: Path | None, **options: Any) -> None:
        """Make what is missing."""
        try:
            user = house_ensure()
            if password_file is not None:
                self._ensure_password(user, password_file)
            self._ensure_token(user, token_file)
        except OSError as error:
            raise CommandError(f"{error.filename or token_file}: {error.strerror}") from error
        self.stdout.write(f"The house account {user.username} is ready; its token is in {token_file}")

    def _ensure_password(self, user: User, path: Path) -> None:
        known = _read(path)
        if known and user.check_password(known):
            return
        password = known or secrets.token_urlsafe(12)
        write_private(path, password)
        user.set_password(password)
        user.save(update_fields=["password"])

    def _ensure_token(self, user: User, path: Path) -> None:
        known = _read(path)
        if known:
            try:
                if token_authenticate(plain=known).user_id == user.pk:
                    return
            except DomainError:
                self.stderr.write(f"The token in {path} is not valid any more; making another one")
        _token, plain = token_create(user=user, name=TOKEN_NAME, scopes=Scope.values)
        write_private(path, plain)


def _read(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text + "\n")
    os.replace(temporary, path)
