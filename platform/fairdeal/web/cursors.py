"""Pages of a list by cursor: newest first, and no row is missed or shown twice while others are added."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from fairdeal.common.errors import InvalidInput
from fairdeal.web.requests import PageRequest

ID_MAX = 2**63 - 1
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class CursorPage(Generic[Row]):
    """Rows of a list; `newer` and `older` are the ids to go on from, None at the ends."""

    rows: list[Row]
    newer: int | None
    older: int | None


def cursor_page(request: PageRequest, rows: QuerySet[Row], size: int) -> CursorPage[Row]:
    """Give the page that the address asks for: `?before=id` older rows, `?after=id` newer ones, else the newest.

    Raises InvalidInput for a cursor that is no id, and for two of them.
    """
    before, after = _id(request, "before"), _id(request, "after")
    if before is not None and after is not None:
        raise InvalidInput(_("A page cannot be found like this."), fields={"after": _("Not together with “before”.")})
    if after is not None:
        found = list(rows.filter(pk__gt=after).order_by("pk")[: size + 1])
        shown = found[:size][::-1]
        is_end = len(found) <= size
        return CursorPage(shown, newer=None if is_end else shown[0].pk, older=shown[-1].pk if shown else after + 1)
    older = rows.order_by("-pk") if before is None else rows.filter(pk__lt=before).order_by("-pk")
    found = list(older[: size + 1])
    shown = found[:size]
    newer = None if before is None else shown[0].pk if shown else max(before - 1, 0)
    return CursorPage(shown, newer=newer, older=shown[-1].pk if len(found) > size else None)


def _id(request: PageRequest, name: str) -> int | None:
    text: Any = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) < ID_MAX):
        fields = {name: _("Expected the number that a page's link gives.")}
        raise InvalidInput(_("A page cannot be found like this."), fields=fields)
    return int(text)
