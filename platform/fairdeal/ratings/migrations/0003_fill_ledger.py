"""Write into the rows that are there which versions played, and on which deals; the rest `manage.py rerate` makes."""

import hashlib

from django.db import migrations


def fill(apps, schema_editor):
    """Take both from the row's match."""
    row_model = apps.get_model("ratings", "LedgerRow")
    entrant_model = apps.get_model("matches", "MatchEntrant")
    line_up = (None, [])
    rows = row_model.objects.select_related("block__match").order_by("block__match_id", "block__index")
    batch = []
    for row in rows.iterator(chunk_size=1000):
        match = row.block.match
        if line_up[0] != match.pk:
            entrants = entrant_model.objects.filter(match=match).order_by("index")
            line_up = (match.pk, list(entrants.values_list("version_id", flat=True)))
        row.versions = line_up[1]
        seed = bytes.fromhex(match.seeds[row.block.index])
        row.deal = int.from_bytes(hashlib.sha256(seed).digest()[:8], "big") >> 1
        batch.append(row)
        if len(batch) == 1000:
            row_model.objects.bulk_update(batch, ["versions", "deal"])
            batch = []
    row_model.objects.bulk_update(batch, ["versions", "deal"])


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_ledger_stands_alone")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
