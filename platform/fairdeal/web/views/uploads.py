"""Uploading a bot: the form, and on to the version's page, where its check is seen."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from fairdeal.common.errors import Conflict, InvalidInput, TooLarge, TooMany
from fairdeal.common.pages import with_headers
from fairdeal.submissions.services import version_upload
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.upload import UploadForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import UserRequest

# The service's names of what it was given, where the form has another.
NAMES = {"name": "bot_name"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: UserRequest) -> HttpResponse:
    """Take in an upload, or show what is wrong with it beside the field."""
    if request.method != "POST":
        form = UploadForm(user=request.user, initial={"bot_name": request.GET.get("bot", "")[:60]})
        return _page(request, form, 200)
    form = UploadForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return _page(request, form, 400)
    try:
        made, _ = make_once(request, lambda: version_upload(user=request.user, **form.arguments()).pk)
    except (InvalidInput, Conflict, TooLarge, TooMany) as error:
        add_errors(form, error, NAMES)
        return with_headers(_page(request, form, error.status), error)
    return redirect("web:version", made)


def _page(request: UserRequest, form: UploadForm, status: int) -> HttpResponse:
    return render(request, "web/uploads/upload.html", {"form": form, "nav": "upload"}, status=status)
