"""POST once: a view's `post` answers repetitions of an `Idempotency-Key` from the store, and says where things are."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from fairdeal.api.fields import user_of
from fairdeal.common.idempotency import Answer, fingerprint, perform

HEADER = "Idempotency-Key"
REPLAYED_HEADER = "Idempotency-Replayed"

Params = ParamSpec("Params")
Post = Callable[Concatenate[Any, Request, Params], Response]


def idempotent(post: Post[Params]) -> Post[Params]:
    """Do a `post` that carries a key once, and answer it as often as it is sent; without a key, just do it."""

    @functools.wraps(post)
    def once(view: Any, request: Request, /, *args: Params.args, **kwargs: Params.kwargs) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return _located(post(view, request, *args, **kwargs))

        def action() -> Answer:
            response = post(view, request, *args, **kwargs)
            return Answer(response.status_code, response.data)

        print_of_request = fingerprint(str(request.method), request.get_full_path(), _content(request))
        answer = perform(user=user_of(request), key=key, fingerprint=print_of_request, action=action)
        headers = {REPLAYED_HEADER: "true"} if answer.is_replay else {}
        return _located(Response(answer.body, status=answer.status, headers=headers))

    once.is_idempotent = True  # type: ignore[attr-defined]  # read by the schema, to document the header
    return once


def _located(response: Response) -> Response:
    """Say in the headers too where what was made is."""
    if response.status_code == status.HTTP_201_CREATED and isinstance(response.data, dict):
        response["Location"] = response.data["url"]
    return response


def _content(request: Request) -> bytes:
    """Give what was sent, in one form: of a form its fields and files, since its boundary differs every time."""
    data = request.data
    if not isinstance(data, QueryDict):
        return json.dumps(data, sort_keys=True).encode()
    parts = [[name, _value(value)] for name in sorted(data) for value in data.getlist(name)]
    return json.dumps(parts).encode()


def _value(value: str | UploadedFile) -> str | list[str]:
    if not isinstance(value, UploadedFile):
        return value
    digest = hashlib.sha256()
    for chunk in value.chunks():
        digest.update(chunk)
    value.seek(0)
    return [str(value.name), digest.hexdigest()]
