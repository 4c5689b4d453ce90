"""`manage.py prepare`: make a new installation ready, or an old one up to date; safe to run again."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    """Migrate, collect the static files and make the house account, in one process: each start of Django costs time."""

    help = "Migrate, collect the static files, and make the house account with its token; safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files for the house's two secrets."""
        parser.add_argument("--token-file", type=Path, required=True, help="where the house's API token is kept")
        parser.add_argument("--password-file", type=Path, help="where its password is kept; without it: no log-in")

    def handle(self, *args: Any, token_file: Path, password_file: Path | None, **options: Any) -> None:
        """Do all three, in this order."""
        verbosity = options["verbosity"]
        call_command("migrate", interactive=False, verbosity=verbosity)
        call_command("collectstatic", interactive=False, verbosity=verbosity)
        call_command("ensure_house", token_file=token_file, password_file=password_file, stdout=self.stdout)
