"""Rating pools and their tables."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from fairdeal.common.errors import NotFound
from fairdeal.ratings.models import Pool
from fairdeal.ratings.selectors import rating_table
from fairdeal.web import reading
from fairdeal.web.requests import PageRequest


@require_safe
def pools(request: PageRequest) -> HttpResponse:
    """List the pools."""
    return render(request, "web/ratings/pools.html", {"pools": reading.pools(), "nav": "ratings"})


@require_safe
def pool(request: PageRequest, pool_id: int) -> HttpResponse:
    """Show the rating table of a pool."""
    thing = Pool.objects.filter(pk=pool_id).first()
    if thing is None:
        raise NotFound(_("There is no such rating table."))
    context = {"pool": thing, "rows": rating_table(thing), "nav": "ratings"}
    return render(request, "web/ratings/pool.html", context)
