"""A version: what it is, what its check found, and what its owner can do with it."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from fairdeal.common.errors import Conflict, NotFound
from fairdeal.matches.access import may
from fairdeal.submissions.bundles import open_bundle
from fairdeal.submissions.models import BotVersion, VersionState
from fairdeal.submissions.selectors import last_check, version_get
from fairdeal.submissions.services import check_request_again, version_publish
from fairdeal.submissions.states import TRANSITIONS
from fairdeal.web import reading, reports
from fairdeal.web.requests import PageRequest, UserRequest, action

CHECKED_AGAIN = tuple(state for state, following in TRANSITIONS.items() if VersionState.CHECKING in following)


@require_safe
def version(request: PageRequest, pk: int) -> HttpResponse:
    """Show a version."""
    thing = version_get(request.user, pk)
    context = report_context(request, thing) | {
        "may_see_code": may(request.user, "see_code", thing),
        "ratings": reading.rated([thing]),
        "matches": reading.recent_matches(request.user, version=thing),
    }
    return render(request, "web/bots/version.html", context)


@require_safe
@never_cache
def report(request: PageRequest, pk: int) -> HttpResponse:
    """Give the part of the page that moves during the check; when that ends, htmx loads the whole page."""
    thing = version_get(request.user, pk)
    if not may(request.user, "see_report", thing):
        raise NotFound(_("There is no such report."))
    if not request.htmx:
        return redirect("web:version", pk)
    response = render(request, "web/bots/_report.html", report_context(request, thing))
    if thing.state != VersionState.CHECKING:
        response.headers["HX-Refresh"] = "true"
    return response


@action("web:version")
def publish(request: UserRequest, pk: int) -> HttpResponse:
    """Let anyone read the version's code."""
    thing = version_publish(user=request.user, version=version_get(request.user, pk))
    messages.success(request, _("The code of %(version)s is published.") % {"version": thing})
    return redirect("web:version", pk)


@action("web:version")
def check_again(request: UserRequest, pk: int) -> HttpResponse:
    """Ask for another check."""
    try:
        check_request_again(user=request.user, version=version_get(request.user, pk))
    except Conflict as error:
        messages.error(request, error.message)
    return redirect("web:version", pk)


@require_safe
def bundle(request: PageRequest, pk: int) -> FileResponse:
    """Give the code to whom may read it."""
    thing = version_get(request.user, pk)
    if not may(request.user, "see_code", thing):
        raise NotFound(_("The code of this version is private."))
    name = f"{thing.bot.name}-v{thing.number}.zip"
    return FileResponse(
        open_bundle(thing.bundle_sha256), as_attachment=True, filename=name, content_type="application/zip"
    )


def report_context(request: PageRequest, thing: BotVersion) -> dict[str, Any]:
    """Give what the check's part of the page needs; without the report for whom may not read it."""
    may_see_report = may(request.user, "see_report", thing)
    check = last_check(thing) if may_see_report else None
    steps = [reports.step_of(step) for step in check.report.get("steps", [])] if check else []
    return {
        "version": thing,
        "may_manage": may(request.user, "manage", thing),
        "may_see_report": may_see_report,
        "check": check,
        "summary": reports.summary_text(check.report) if check else "",
        "steps": steps,
        "is_checked_again": thing.state in CHECKED_AGAIN,
    }
