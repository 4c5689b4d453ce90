"""A match: who played, what came out block by block, and the records behind it."""

from django.http import FileResponse, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from fairdeal.common.blobs import open_blob
from fairdeal.matches.access import may
from fairdeal.matches.selectors import blocks_of, match_get, record_get
from fairdeal.web import reading, tables
from fairdeal.web.cursors import sequence_page
from fairdeal.web.faults import readable_faults
from fairdeal.web.requests import PageRequest

BLOCKS_A_PAGE = 20


@require_safe
def match(request: PageRequest, pk: int) -> HttpResponse:
    """Show a match."""
    thing = match_get(request.user, pk)
    blocks = list(blocks_of(thing))
    page = sequence_page(request, blocks, BLOCKS_A_PAGE)
    context = {
        "match": thing,
        "tournament": reading.tournament_of(thing),
        "lineup": tables.lineup(thing, blocks),
        "blocks_played": len(blocks),
        "page": page,
        "games": tables.games(page.rows),
        "faults": readable_faults(request.user, thing, page.rows),
        "seats": range(thing.players),
        "may_see_records": may(request.user, "see_records", thing),
        "attempts": thing.attempts.order_by("number"),
    }
    return render(request, "web/matches/match.html", context)


@require_safe
def record(request: PageRequest, pk: int, block: int) -> FileResponse:
    """Give the record of a block, as the worker handed it in."""
    thing = match_get(request.user, pk)
    row = record_get(request.user, thing, block)
    name = f"match-{pk}-block-{block}.json.gz"
    return FileResponse(
        open_blob(row.record_sha256), as_attachment=True, filename=name, content_type="application/gzip"
    )
