"""A check's report as its page words it: what the worker says in its own set phrases comes in the reader's language.

Whatever else a worker or a bot wrote is shown as it was written. A test compares the phrases with the worker's own.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from fairdeal.submissions.checks import GIVEN_UP
from fairdeal.web.templatetags.arena import game_title, reason, verdict

Json = Mapping[str, Any]

PASSED = re.compile(r"Started, and played without a fault: (?P<games>.+)")
TABLE = re.compile(r"(?P<game>[^,]+), (?P<players>\d{1,2}) players against random")
PART = " (in part)"
PLAYED_ON = re.compile(r"no fault in (?P<actions>\d{1,7}) actions of its own in (?P<seconds>\d{1,6}) s")
NOT_SEEN = re.compile(r"it played no action of this game in (?P<seconds>\d{1,6}) s")
PROBE = re.compile(r"(?P<game>[^,]+), more deals and seats \((?P<number>\d{1,3})\)")


def summary_text(report: Json) -> str:
    """Give the summary of a report as `submissions.reports` keeps it."""
    text, steps = str(report.get("summary", "")), report.get("steps", [])
    if text in GIVEN_UP:
        return _(text)
    if passed := PASSED.fullmatch(text):
        games = ", ".join(_played(game) for game in passed["games"].split(", "))
        return _("Started, and played without a fault: %(games)s.") % {"games": games}
    return _failed_at(steps[-1], text) if steps else reason(text)


def step_of(step: Json) -> dict[str, Any]:
    """Give a step with its title, its verdict in words, its time, and its state as text, each as far as it has one."""
    state, legal, ms = step.get("state"), step.get("legal"), step.get("ms")
    found = step.get("verdict")
    return {
        **step,
        "title": step_title(str(step.get("name", ""))),
        "detail": detail_text(str(step.get("detail") or "")),
        "verdict": verdict(str(found)) if found and found != "ok" else "",
        "ms": ms if isinstance(ms, int | float) else None,
        "state_text": json.dumps(state, indent=1, ensure_ascii=False) if state else "",
        "legal": legal if isinstance(legal, list) else [],
    }


def step_title(name: str) -> str:
    """Give the title of a step by the name that the worker gave it."""
    if name == "start":
        return _("Start")
    if name == "games":
        return _("Its games")
    if table := TABLE.fullmatch(name):
        players = int(table["players"])
        text = ngettext("%(game)s, %(players)s player", "%(game)s, %(players)s players", players)
        return _("%(table)s; the others play at random") % {
            "table": text % {"game": game_title(table["game"]), "players": players}
        }
    if probe := PROBE.fullmatch(name):
        words = {"game": game_title(probe["game"]), "number": probe["number"]}
        return _("%(game)s, more deals and seats (%(number)s)") % words
    return name


def detail_text(detail: str) -> str:
    """Give what a step says of a game that was not played to its end; other details are shown as they are."""
    if found := PLAYED_ON.fullmatch(detail):
        return _(
            "No fault in %(actions)s of its own actions in %(seconds)s s; then the time for this game was over."
        ) % (found.groupdict())
    if found := NOT_SEEN.fullmatch(detail):
        return _("It played no action of this game in %(seconds)s s, so nothing of it could be checked.") % (
            found.groupdict()
        )
    return detail


def _played(game: str) -> str:
    title = game_title(game.removesuffix(PART))
    return _("%(game)s (in part)") % {"game": title} if game.endswith(PART) else title


def _failed_at(step: Json, text: str) -> str:
    """Give the summary of a check that ended at this step: the name and what was found, or else what was written."""
    name, found = step.get("name", ""), step.get("verdict")
    if found and text == f"{name}: {found}":
        return _("%(step)s: %(verdict)s.") % {"step": step_title(name), "verdict": verdict(str(found))}
    if text == f"{name}: {step.get('detail')}":
        return f"{step_title(name)}: {detail_text(str(step['detail']))}"
    return text
