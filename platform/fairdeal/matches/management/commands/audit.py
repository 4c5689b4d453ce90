"""Derive published results again from the stored records, and compare."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fairdeal.matches.models import Match, MatchState
from fairdeal.matches.services import match_audit


class Command(BaseCommand):
    """`manage.py audit [MATCH ...]`."""

    help = "Replay the records of finished matches, all or some, and compare; status 1 and an alarm for a difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", nargs="*", type=int, help="number of a match; default: all that are finished")
        parser.add_argument("--since", type=int, default=1, metavar="MATCH", help="all from this number on")

    def handle(self, *args: Any, **options: Any) -> None:
        finished = Match.objects.filter(state=MatchState.FINISHED, pk__gte=options["since"]).order_by("pk")
        wanted = set(options["match"])
        if wanted:
            finished = finished.filter(pk__in=wanted)
            missing = wanted.difference(finished.values_list("pk", flat=True))
            if missing:
                raise CommandError(f"no finished match has the number {', '.join(map(str, sorted(missing)))}")
        matches = blocks = alarms = skipped = 0
        for match in finished.iterator(chunk_size=100):
            audit = match_audit(match=match)
            matches, blocks = matches + 1, blocks + audit.blocks
            if audit.alarm is not None:
                alarms += 1
                self.stderr.write(f"match {match.pk}: {audit.alarm.detail}")
            elif audit.skipped:
                skipped += 1
                self.stdout.write(f"match {match.pk}: not audited: {audit.skipped}")
        self.stdout.write(f"{matches} matches, {blocks} blocks derived again; {skipped} not audited, {alarms} alarms")
        if alarms:
            raise CommandError(f"{alarms} of {matches} matches differ from their records")
