"""Make the one file that a machine needs to play matches for this site."""

import json
import os
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fairdeal.common.errors import DomainError
from fairdeal.matches.services import machine_credentials, machine_revoke

FORMAT = 1


class Command(BaseCommand):
    """`manage.py worker_credentials NAME [--file PATH] [--revoke]`."""

    help = "Make a user of its own at the broker for a machine, and write the file for `python -m worker run` there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="of the machine: small letters, digits, hyphens")
        parser.add_argument("--file", help="where to write it, for its owner alone; default: NAME.credentials.json")
        parser.add_argument("--revoke", action="store_true", help="take the credentials of the machine back instead")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        path = Path(options["file"] or f"{name}.credentials.json")
        try:
            if options["revoke"]:
                machine_revoke(name=name)
                self.stdout.write(f"{name} can no longer reach the broker")
                return
            if path.exists():
                raise CommandError(f"{path} is there already; new credentials would replace those in use")
            made = machine_credentials(name=name)
        except DomainError as error:
            raise CommandError(error.message) from error
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump({"format": FORMAT, **asdict(made)}, file, indent=2)
        self.stdout.write(f"{path}: on that machine, python -m worker run --credentials {path.name}")
