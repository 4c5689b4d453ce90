"""Rebuild the live ratings from the ledger, and check that the ledger says the same as its own rows."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fairdeal.ratings.errors import LedgerAlarm
from fairdeal.ratings.models import Pool
from fairdeal.ratings.services import rerate


class Command(BaseCommand):
    """`manage.py rerate [--pool RULESET]`."""

    help = "Rebuild the live ratings from the ledger; fails when the ledger does not follow from itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pool", metavar="RULESET", help="only the pools of this ruleset, such as thirty-one/2")

    def handle(self, *args: Any, **options: Any) -> None:
        pools = [pool for pool in Pool.objects.all() if options["pool"] in (None, pool.ruleset)]
        if options["pool"] is not None and not pools:
            raise CommandError(f"there is no pool of the ruleset {options['pool']!r}")
        for pool in sorted(pools, key=lambda pool: (pool.ruleset, pool.entry_kind)):
            try:
                rows = rerate(pool=pool)
            except LedgerAlarm as alarm:
                raise CommandError(str(alarm)) from alarm
            self.stdout.write(f"{pool}: {rows} rows")
