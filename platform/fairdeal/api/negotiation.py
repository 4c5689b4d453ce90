"""What Accept and Content-Type decide: whether a view's one representation may be sent, and what reads a body."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

# A weight of nothing: “not this one” (RFC 9110, 12.4.2).
NO_WEIGHT = re.compile(r"q=0(\.0{0,3})?")
SHOWN_CHARACTERS = 200


class OneRepresentation(BaseContentNegotiation):
    """Everything here has one representation. It is sent where Accept allows it (RFC 9110, 12.5.1), else 406 is.

    A refusal is a problem document whatever Accept says: one that cannot be read helps nobody.
    """

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        media_type = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media_type), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        offered = request.parser_context["view"].media_types
        given = request.headers.get("Accept", "").strip()
        if given and offered and not any(accepts(given, media_type) for media_type in offered):
            message = _("What is here is %(media_type)s, which the Accept header “%(accept)s” does not allow.")
            raise NotAcceptable(message % {"media_type": offered[0], "accept": given[:SHOWN_CHARACTERS]})
        only = next(iter(renderers))
        return only, str(only.media_type)


def accepts(header: str, media_type: str) -> bool:
    """Say whether an Accept header allows a media type: the most exact of its ranges that match decides.

    Parameters other than the weight are passed over: nothing here comes in several forms of one type.
    """
    ranks = {"*/*": 0, f"{media_type.partition('/')[0]}/*": 1, media_type: 2}
    best, is_allowed = -1, False
    for part in header.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        rank = ranks.get(name, -1)
        if rank > best:
            best, is_allowed = rank, not any(NO_WEIGHT.fullmatch(parameter) for parameter in parameters)
    return is_allowed
