"""Read a Swiss from a TRF file, of ours or another program's, and say how it stands and who meets in the next round."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fairdeal.tournaments.formats.errors import FormatError
from fairdeal.tournaments.formats.swiss import Swiss, System
from fairdeal.tournaments.formats.trf import TrfEvent, read_trf
from fairdeal.tournaments.tiebreaks import Standing


class Command(BaseCommand):
    """`manage.py pair_trf FILE [--system matching|dutch]`."""

    help = "Print the standings of a TRF file and the pairings of its next round: to compare with other programs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a TRF16 file; those of this site are at /api/v1/tournaments/N/games.trf")
        parser.add_argument("--system", choices=[system.value for system in System], default=System.MATCHING.value)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            file = read_trf(Path(options["file"]).read_text("utf-8"))
            # One more than the file speaks of, so that there always is a next round.
            form = Swiss(rounds=file.rounds + 1, system=System(options["system"]))
            drawn = max((table.round for table in file.event.tables), default=0)
            tables = form.next_tables(file.event)
            standings = form.standings(file.event)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{options['file']} is no text in UTF-8") from error
        except FormatError as error:
            raise CommandError(f"{options['file']}: {error}") from error
        self.stdout.write(f"{file.name or options['file']}: {len(file.names)} entrants, {drawn} rounds played")
        for standing in standings:
            self.stdout.write(_line(file, standing))
        self.stdout.write(f"Round {drawn + 1}:" if tables else "No round can be paired any more without a rematch.")
        for table in tables:
            names = [f"{number} {file.names[number - 1]}" for number in table.entrants]
            self.stdout.write("  " + (" - ".join(names) if len(names) > 1 else f"{names[0]}: bye"))


def _line(file: TrfEvent, standing: Standing) -> str:
    name = file.names[standing.number - 1]
    return f"{standing.rank or '–':>4}  {standing.number:>3} {name:<34}{float(standing.points):g}"
