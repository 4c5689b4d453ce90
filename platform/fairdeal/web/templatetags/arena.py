"""How the arena writes its values: scores with their error, Elo, states, places, games."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, ngettext_lazy

import engines
from fairdeal.comparisons.models import Comparison, ComparisonState
from fairdeal.ratings.sprt import Verdict
from fairdeal.ratings.uncertainty import Z_95

register = template.Library()


class Look(NamedTuple):
    """A state as its reader sees it: a short word, and the family its colour and sign come from."""

    word: str | Promise
    family: str


LOOKS = {
    # versions
    "checking": Look(gettext_lazy("checking"), "live"),
    "active": Look(gettext_lazy("active"), "good"),
    "rejected": Look(gettext_lazy("rejected"), "bad"),
    "unchecked": Look(gettext_lazy("not checked"), "bad"),
    "suspended": Look(gettext_lazy("suspended"), "bad"),
    # checks
    "passed": Look(gettext_lazy("passed"), "good"),
    "broken": Look(gettext_lazy("our fault"), "bad"),
    # matches, attempts, tournaments
    "created": Look(gettext_lazy("scheduled"), "calm"),
    "draft": Look(gettext_lazy("not started"), "calm"),
    "open": Look(gettext_lazy("open for entry"), "live"),
    "closed": Look(gettext_lazy("entry closed"), "calm"),
    "paused": Look(gettext_lazy("paused"), "calm"),
    "stopped": Look(gettext_lazy("stopped"), "calm"),
    "queued": Look(gettext_lazy("queued"), "calm"),
    "live": Look(gettext_lazy("live"), "live"),
    "running": Look(gettext_lazy("running"), "live"),
    "finished": Look(gettext_lazy("finished"), "good"),
    "failed": Look(gettext_lazy("failed"), "bad"),
    "expired": Look(gettext_lazy("expired"), "bad"),
    "returned": Look(gettext_lazy("given back"), "calm"),
    "cancelled": Look(gettext_lazy("called off"), "calm"),
    # tables
    "planned": Look(gettext_lazy("planned"), "calm"),
    "unknown": Look(gettext_lazy("to come"), "calm"),
    "ready": Look(gettext_lazy("waiting"), "calm"),
    "waiting": Look(gettext_lazy("waiting"), "calm"),
    "bye": Look(gettext_lazy("bye"), "calm"),
    "walkover": Look(gettext_lazy("walkover"), "calm"),
    "played": Look(gettext_lazy("played"), "good"),
    "over": Look(gettext_lazy("played"), "good"),
    # entries
    "withdrawn": Look(gettext_lazy("withdrawn"), "calm"),
    "disqualified": Look(gettext_lazy("disqualified"), "bad"),
}

VERDICTS = {
    "crash": gettext_lazy("crashed"),
    "illegal_action": gettext_lazy("illegal action"),
    "bad_message": gettext_lazy("unreadable answer"),
    "output_limit": gettext_lazy("too much output"),
    "memory_limit": gettext_lazy("out of memory"),
    "time_limit": gettext_lazy("out of time"),
    "start_failed": gettext_lazy("did not start"),
    "host_lost": gettext_lazy("the machine was lost"),
    "sandbox_failed": gettext_lazy("the sandbox failed"),
    "engine_error": gettext_lazy("the rules engine failed"),
}


MINUTES = ngettext_lazy("%(n)d minute", "%(n)d minutes", "n")


@register.simple_tag
def state(value: str, sentence: object = "") -> SafeString:
    """Write a state as a badge; the sentence is shown when one points at it."""
    look = LOOKS.get(value, Look(value, "calm"))
    return format_html(
        '<span class="state state-{}" title="{}">{}</span>', look.family, str(sentence or look.word), str(look.word)
    )


@register.simple_tag
def mail_is_set_up() -> bool:
    """Say whether this site can send mail."""
    return settings.IS_MAIL_SET_UP


@register.filter
def verdict(value: str) -> str:
    """Write a verdict in words."""
    return str(VERDICTS.get(value, value))


@register.filter
def reason(text: str) -> str:
    """Write why something was given up; the verdict that a worker puts ahead comes in words."""
    code, colon, rest = text.partition(": ")
    return f"{capfirst(verdict(code))}: {rest}" if colon and code in VERDICTS else text


@register.filter
def whole(value: float) -> str:
    """Write a number without its fraction."""
    return decimal(value, 0)


@register.filter
def milliseconds(value: float) -> str:
    """Write a time in whole milliseconds."""
    return gettext("%(n)s ms") % {"n": decimal(value, 0)}


@register.filter
def about(seconds: float) -> str:
    """Write an estimate of a time: in the largest unit that gives two or more, as nobody knows it better."""
    for unit, of_unit in ((3600, ngettext_lazy("%(n)d hour", "%(n)d hours", "n")), (60, MINUTES)):
        if seconds >= 2 * unit:
            return str(of_unit % {"n": round(seconds / unit)})
    return str(MINUTES % {"n": max(1, round(seconds / 60))})


def decimal(value: float, digits: int) -> str:
    """Write a number with so many digits after the point, or comma, of the reader's language."""
    # Django cuts digits off; rounding is ours.
    return number_format(Decimal(f"{value:.{digits}f}"), digits)


@register.filter
def percent(value: float | None, digits: int = 1) -> str:
    """Write a share as a percentage; nothing known is a dash."""
    return "–" if value is None else f"{decimal(100 * value, digits)}\N{NO-BREAK SPACE}%"


@register.filter
def plus_minus(value: float | None, digits: int = 1) -> str:
    """Write the standard error of a share in points of percentage; unknown is said so."""
    return gettext("± ?") if value is None else f"±\N{NO-BREAK SPACE}{decimal(100 * value, digits)}"


@register.filter
def interval(bounds: tuple[float, float] | None) -> str:
    """Write an interval of shares in whole points of percentage; unknown is said so."""
    return gettext("± ?") if bounds is None else "–".join(decimal(100 * bound, 0) for bound in bounds)


@register.filter
def elo(milli: int | None) -> str:
    """Write milli-Elo as whole Elo, halves away from zero as the ledger rounds them."""
    if milli is None:
        return "–"
    return str((abs(milli) + 500) // 1000 * (1 if milli >= 0 else -1))


@register.filter
def points(value: float | Fraction) -> str:
    """Write points: whole when they are whole."""
    value = float(value)
    decimals = f"{value:.2f}".partition(".")[2].rstrip("0")
    return ("\N{MINUS SIGN}" if value < 0 else "") + decimal(abs(value), len(decimals))


@register.filter
def tiebreak(value: float | None) -> str:
    """Write what an entrant has of a tie-break; one that does not apply is a dash."""
    return "–" if value is None else points(value)


@register.simple_tag
def moment(value: datetime) -> SafeString:
    """Write a time to the minute, in UTC and saying so."""
    return format_html(
        '<time datetime="{}">{}</time>', value.isoformat(), f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    )


@register.filter
def margin(value: float | None) -> str:
    """Write a mean difference with its sign."""
    if value is None:
        return "–"
    return ("\N{MINUS SIGN}" if value < 0 else "+") + decimal(abs(value), 2)


@register.filter
def signed(value: float) -> str:
    """Write a whole number with its sign."""
    return ("\N{MINUS SIGN}" if value < 0 else "+") + decimal(abs(value), 0)


@register.simple_tag
def product(first: int, second: int) -> str:
    """Write how many there are of something that comes so many times."""
    return str(first * second)


@register.simple_tag
def comparison_verdict(comparison: Comparison) -> str:
    """Write what a comparison has come to."""
    words = {
        Verdict.BETTER: gettext("It is better"),
        Verdict.NOT_BETTER: gettext("It is not better"),
        Verdict.UNDECIDED: gettext("Undecided: too close to tell in so many blocks"),
    }
    open_words = {ComparisonState.RUNNING: gettext("Not known yet")}
    none = open_words.get(ComparisonState(comparison.state), gettext("Ended without a verdict"))
    return words.get(Verdict(comparison.verdict), none)


@register.filter
def place(value: int) -> str:
    """Write a place: 1st, 2nd."""
    endings = {1: gettext("%(n)sst"), 2: gettext("%(n)snd"), 3: gettext("%(n)srd")}
    return endings.get(value, gettext("%(n)sth")) % {"n": value}


@register.filter
def letter(index: int) -> str:
    """Write the mark of an entrant of a line-up: A for the first."""
    return chr(ord("A") + index)


@register.filter
def game_title(game_id: str) -> str:
    """Write a game's title; a game that is no longer there keeps its id."""
    return gettext(engines.game_spec(game_id).title) if game_id in engines.game_ids() else game_id


@register.filter
def short_hash(value: str) -> str:
    """Write the first characters of a hash, enough to tell two apart."""
    return value[:12]


@register.inclusion_tag("web/parts/whisker.html")
def whisker(score: float | None, error: float | None) -> dict[str, Any]:
    """Draw a score and its 95 % interval on a line from 0 to 100 %."""
    if score is None:
        return {}
    half = Z_95 * (error or 0.0)
    low, high = max(0.0, score - half), min(1.0, score + half)
    return {
        "at": f"{100 * score:.1f}",
        "low": f"{100 * low:.1f}",
        "high": f"{100 * high:.1f}",
        "has_error": error is not None,
    }
