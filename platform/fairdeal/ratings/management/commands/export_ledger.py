"""Write the ledger as lines of JSON: no times and no keys, so that two databases can be compared byte by byte."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fairdeal.ratings.export import ledger_export
from fairdeal.ratings.models import Pool


class Command(BaseCommand):
    """`manage.py export_ledger [--pool RULESET]`."""

    help = "Write the ledger, one JSON object a rated block, in the order of rulesets and sequence."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pool", metavar="RULESET", help="only the pools of this ruleset, such as thirty-one/2")

    def handle(self, *args: Any, **options: Any) -> None:
        pools = list(Pool.objects.all())
        if options["pool"] is not None:
            pools = [pool for pool in pools if pool.ruleset == options["pool"]]
            if not pools:
                raise CommandError(f"there is no pool of the ruleset {options['pool']!r}")
        # Sorted here: databases differ in how they order text.
        for pool in sorted(pools, key=lambda pool: (pool.ruleset, pool.entry_kind)):
            for row in ledger_export(pool):
                self.stdout.write(json.dumps(row, sort_keys=True, separators=(",", ":")))
