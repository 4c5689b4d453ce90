"""Forms that make something carry a key of their own: the same form sent twice makes it once."""

import hashlib
import json
import secrets
from collections.abc import Callable

from django import forms
from django.core.files.uploadedfile import UploadedFile

from fairdeal.common.idempotency import Answer, fingerprint, perform
from fairdeal.web.requests import UserRequest

# Not part of what was filled in.
_HIDDEN = frozenset({"csrfmiddlewaretoken"})


class OnceForm(forms.Form):
    """A form with a hidden key that is fresh on every page."""

    once_key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput, initial=secrets.token_urlsafe)


def make_once(request: UserRequest, make: Callable[[], int]) -> tuple[int, bool]:
    """Make what a form asks for, and return its id, and whether an earlier sending had made it.

    A form that is filled in otherwise and sent again, as after the browser's Back, is another one: its content is part
    of the key. Without a key each sending makes something. Raises what `make` raises, and Conflict while the first
    sending is still at work.
    """
    key = request.POST.get("once_key", "")
    if not key:
        return make(), False
    whole = fingerprint(str(request.method), request.get_full_path(), _content(request))
    answer = perform(user=request.user, key=f"form-{whole}", fingerprint=whole, action=lambda: Answer(201, make()))
    return answer.body, answer.is_replay


def _content(request: UserRequest) -> bytes:
    typed = [[name, request.POST.getlist(name)] for name in sorted(request.POST) if name not in _HIDDEN]
    files = [[name, [_file(file) for file in request.FILES.getlist(name)]] for name in sorted(request.FILES)]
    return json.dumps([typed, files]).encode()


def _file(file: UploadedFile) -> list[str]:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return [str(file.name), digest.hexdigest()]
