"""Pages by cursor: stable while rows are added, and as cheap at the end as at the start."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from fairdeal.api.filters import ID_MAX

PAGE_SIZE = 50
PAGE_SIZE_MAX = 200
_NUMBER = re.compile("[0-9]{1,19}")


class CursorPages(CursorPagination):
    """Newest first; `limit` rows a page, `next` and `previous` are whole addresses."""

    page_size = PAGE_SIZE
    max_page_size = PAGE_SIZE_MAX
    page_size_query_param = "limit"
    ordering = "-id"

    def decode_cursor(self, request: Request) -> Any:
        try:
            cursor = super().decode_cursor(request)
        except NotFound:
            raise self._no_cursor() from None
        position: str | None = None if cursor is None else cursor.position  # type: ignore[assignment]  # text, in fact
        # All lists are ordered by a whole number; anything else would reach the database.
        if position is not None and not (_NUMBER.fullmatch(position) and int(position) <= ID_MAX):
            raise self._no_cursor()
        return cursor

    def _no_cursor(self) -> ValidationError:
        message = gettext("Not a cursor of this list; take `next` or `previous` from a page.")
        return ValidationError({self.cursor_query_param: [message]})

    def get_page_size(self, request: Request) -> int:
        text = request.query_params.get("limit")
        if text is None:
            return PAGE_SIZE
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= PAGE_SIZE_MAX):
            message = gettext("Expected a number from 1 to %(max)d.") % {"max": PAGE_SIZE_MAX}
            raise ValidationError({"limit": [message]})
        return int(text)
