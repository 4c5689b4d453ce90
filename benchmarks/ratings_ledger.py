"""Reading a ledger of a million rows from PostgreSQL, for `benchmarks.ratings`; DATABASE_URL is an empty database.

The rows are written by the database itself, with no matches behind them: what is measured is the reading of a fit.
"""

import os
import resource
import sys
import time


def main() -> None:
    """Fill, read, and print seconds and memory."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "fairdeal.settings.test"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from fairdeal.ratings.books import rules_for
    from fairdeal.ratings.fits import effective_rows, ledger_source
    from fairdeal.ratings.models import Pool

    count, bots = int(sys.argv[1]), 200
    call_command("migrate", verbosity=0)
    pool = Pool.objects.create(
        ruleset="thirty-one/2", game="thirty-one", players=2, entry_kind="seat", last_sequence=count
    )
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            """
            INSERT INTO ratings_ledgerrow (created_at, pool_id, sequence, block_id, reason, versions, deal,
            engine_version,
                                           games, scores, "placing", deltas)
            SELECT now(), %s, n, n, '', json_build_array(n %% %s, (n + 1 + n / %s) %% %s), n, '1.0', 2,
                   json_build_array(json_build_array(0, n %% 5), json_build_array(4 - n %% 5, 0)), '[]', '[1, -1]'
            FROM generate_series(1, %s) AS n WHERE (n %% %s) <> ((n + 1 + n / %s) %% %s)
            """,
            [pool.pk, bots, bots, bots, count, bots, bots, bots],
        )
    source = ledger_source(effective_rows(pool, count), {number: number for number in range(bots)}, rules_for(pool))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began, processor = time.perf_counter(), time.process_time()
    rows = sum(len(piece.deals) for piece in source())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    seconds, processor = time.perf_counter() - began, time.process_time() - processor
    print(f"{rows:,} rows read in pieces: {seconds:.1f} s, {processor:.1f} s of them our own CPU time;", end=" ")
    print(f"the process grew by {grown / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
