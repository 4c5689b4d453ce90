"""Pages of a list by cursor: each goes on from a row, so none is missed or shown twice while others are added."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from fairdeal.common.errors import InvalidInput
from fairdeal.web.requests import PageRequest

ID_MAX = 2**63 - 1
Row = TypeVar("Row")
Stored = TypeVar("Stored", bound=Model)


@dataclass(frozen=True, slots=True)
class CursorPage(Generic[Row]):
    """Rows of a list, and the queries of the pages before and after this one; empty at the ends."""

    rows: Sequence[Row]
    previous: str
    next: str
    is_newest_first: bool


def cursor_page(request: PageRequest, rows: QuerySet[Stored], size: int) -> CursorPage[Stored]:
    """Give a page of a list that grows, newest first: `?before=id` older rows, `?after=id` newer ones, else the newest.

    Raises InvalidInput for a cursor that is no id, and for two of them.
    """
    before, after = _cursors(request)
    newer: int | None
    older: int | None
    if after is not None:
        found = list(rows.filter(pk__gt=after).order_by("pk")[: size + 1])
        shown = found[:size][::-1]
        newer = None if len(found) <= size else shown[0].pk
        older = shown[-1].pk if shown else after + 1
    else:
        known = rows.order_by("-pk") if before is None else rows.filter(pk__lt=before).order_by("-pk")
        found = list(known[: size + 1])
        shown = found[:size]
        newer = None if before is None else shown[0].pk if shown else max(before - 1, 0)
        older = shown[-1].pk if len(found) > size else None
    return CursorPage(shown, previous=_query("after", newer), next=_query("before", older), is_newest_first=True)


def sequence_page(request: PageRequest, rows: Sequence[Row], size: int) -> CursorPage[Row]:
    """Give a page of a list in its own order, in which row n (from 1) stays row n: a schedule, a match's blocks.

    `?after=n` gives the rows behind row n, `?before=n` those ahead of it, neither the first ones. Raises InvalidInput
    as `cursor_page` does.
    """
    before, after = _cursors(request)
    if before is None:
        first = min(after or 0, len(rows))
        shown = rows[first : first + size]
    else:
        end = min(max(before - 1, 0), len(rows))
        first = max(end - size, 0)
        shown = rows[first:end]
    end = first + len(shown)
    return CursorPage(
        shown,
        previous=_query("before", first + 1 if first > 0 else None),
        next=_query("after", end if end < len(rows) else None),
        is_newest_first=False,
    )


def _query(name: str, cursor: int | None) -> str:
    return "" if cursor is None else f"?{name}={cursor}"


def _cursors(request: PageRequest) -> tuple[int | None, int | None]:
    before, after = _id(request, "before"), _id(request, "after")
    if before is not None and after is not None:
        raise InvalidInput(_("A page cannot be found like this."), fields={"after": _("Not together with “before”.")})
    return before, after


def _id(request: PageRequest, name: str) -> int | None:
    text: Any = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < ID_MAX):
        fields = {name: _("Expected the number that a page's link gives.")}
        raise InvalidInput(_("A page cannot be found like this."), fields=fields)
    return int(text)
