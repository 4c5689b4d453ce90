"""The words that formats, which know no gettext, bring to the pages, marked for the catalogues; and their report."""

import re
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _

from fairdeal.tournaments.formats.report import Report, Span

#: What formats promise whatever the results are; a number stands where it differs. A test compares them.
PROMISES = (
    gettext_noop("Who loses is out."),
    gettext_noop("Who loses twice is out."),
    gettext_noop("Who loses twice is out, or once in the final."),
    gettext_noop("In a group all meet equally often."),
    gettext_noop("Nobody has more than one bye."),
    gettext_noop("No two meet twice."),
    gettext_noop("Everybody sits first and second equally often, give or take one."),
    gettext_noop("After round %(n)s it may be that no such pairing is left; the event then ends."),
    gettext_noop("Newcomers play first."),
    gettext_noop("Who is known to %(n)s Elo rests."),
)
_NUMBER = re.compile(r"\d+(\.\d+)?")


class ReportRow(NamedTuple):
    """A line of the fairness report: what is counted, the least and the most of it."""

    text: str
    least: int
    most: int

    @property
    def is_even(self) -> bool:
        return self.least == self.most


def promise(text: str) -> str:
    """Write what a format promises in the reader's language."""
    number = _NUMBER.search(text)
    if number is None:
        return gettext(text)
    return gettext(text.replace(number[0], "%(n)s", 1)) % {"n": number[0]}


def report_rows(report: Report) -> list[ReportRow]:
    """Give what was counted over all pairs or entrants."""
    spans: list[tuple[str, Span | None]] = [
        (_("How often two meet"), report.meets),
        (_("Tables of an entrant"), report.plays),
        (_("Times in each seat of a block's first game"), report.positions),
        (_("Rounds without a table"), report.byes),
        (_("Times to the left of another"), report.neighbours),
        (_("Times partners"), report.partners),
        (_("Times opponents"), report.opponents),
        (_("How often two would meet if owners did not matter"), report.meets_unconstrained),
    ]
    return [ReportRow(text, *span) for text, span in spans if span is not None]
