from collections import Counter
from typing import Any

from django.db import migrations


def fill_what_was_implied(apps: Any, _schema_editor: Any) -> None:
    """Write down the settings of the round-robins there are, and who sits at their tables on which blocks."""
    for tournament in apps.get_model("tournaments", "Tournament").objects.all():
        tournament.settings = {"table_size": tournament.table_size, "cycles": tournament.cycles}
        tournament.save(update_fields=["settings"])
        numbers = dict(tournament.entries.values_list("version_id", "number"))
        begun: Counter[tuple[int, int, int]] = Counter()
        pairings = tournament.pairings.order_by("cycle", "round", "table", "part").select_related("match")
        for pairing in pairings.prefetch_related("match__entrants").iterator(chunk_size=500):
            table = (pairing.cycle, pairing.round, pairing.table)
            entrants = sorted(pairing.match.entrants.all(), key=lambda entrant: entrant.index)
            pairing.numbers = [numbers[entrant.version_id] for entrant in entrants]
            pairing.first_block = begun[table]
            pairing.save(update_fields=["numbers", "first_block"])
            begun[table] += len(pairing.match.seeds)


def fill_lanes(apps: Any, _schema_editor: Any) -> None:
    """Note in which lane the matches of each tournament wait."""
    for tournament in apps.get_model("tournaments", "Tournament").objects.all():
        first = tournament.pairings.exclude(match__lane=None).select_related("match").first()
        if first is not None:
            tournament.lane_id = first.match.lane_id
            tournament.save(update_fields=["lane"])


class Migration(migrations.Migration):
    """Apart from the columns: PostgreSQL alters no table whose rows have changed since their references were checked.

    Not to be undone: the old columns have no place for another format than the round-robin.
    """

    dependencies = [("tournaments", "0003_formats_and_entry")]

    operations = [
        migrations.RunPython(fill_what_was_implied),
        migrations.RemoveField(model_name="tournament", name="cycles"),
        migrations.RemoveField(model_name="tournament", name="table_size"),
        migrations.RunPython(fill_lanes),
    ]
