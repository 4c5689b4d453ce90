"""Owners and their bots."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from fairdeal.common.errors import NotFound
from fairdeal.matches.access import may
from fairdeal.submissions.selectors import bot_get
from fairdeal.web import reading
from fairdeal.web.requests import PageRequest


@require_safe
def owner(request: PageRequest, owner_name: str) -> HttpResponse:
    """List an owner's bots, as far as the reader may see them; an owner without any is nobody's business."""
    bots = reading.bots_with_newest(request.user, owner_name)
    is_mine = request.user.is_authenticated and request.user.get_username() == owner_name
    if not bots and not is_mine:
        raise NotFound(_("There is no such owner."))
    context = {"owner_name": owner_name, "bots": bots, "is_mine": is_mine, "nav": "mine" if is_mine else ""}
    return render(request, "web/bots/owner.html", context)


@require_safe
def bot(request: PageRequest, owner_name: str, bot_name: str) -> HttpResponse:
    """Show a bot: its versions, their ratings, its newest matches."""
    thing = bot_get(request.user, owner_name, bot_name)
    versions = reading.versions_of_bot(request.user, thing)
    context = {
        "bot": thing,
        "may_manage": may(request.user, "manage", thing),
        "versions": versions,
        "ratings": reading.rated(versions),
        "matches": reading.recent_matches(request.user, bot=thing),
    }
    return render(request, "web/bots/bot.html", context)
