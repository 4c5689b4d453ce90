"""A picture as SVG; the page's stylesheet has its colours. Written here, as a template takes eight times as long."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from fairdeal.web.bracket.duels import Duel, Party
from fairdeal.web.bracket.picture import BOX_WIDTH, Box, Line, Picture
from fairdeal.web.templatetags.arena import points

SEED_X, NAME_X, END_X = 22, 28, BOX_WIDTH - 8
HEADING_Y, LABEL_Y = 18, 26


def svg(picture: Picture, title: str) -> SafeString:
    """Give the picture under a title. Its links are for pointers: the table beside it has the same for the keyboard."""
    description = _("Rounds from left to right; winners are bold. The table below the pictures says the same in words.")
    parts = [
        f'<svg class="bracket" width="{picture.width}" height="{picture.height}"'
        f' viewBox="0 0 {picture.width} {picture.height}" role="group"'
        f' aria-labelledby="{picture.id}-title" aria-describedby="{picture.id}-desc">',
        f'<title id="{picture.id}-title">{escape(title)}</title>',
        f'<desc id="{picture.id}-desc">{escape(description)}</desc>',
        *(f'<path class="way way-{way.state}" d="{way.path}"/>' for way in picture.ways),
        *(_text(heading.text, heading.x, HEADING_Y, "heading") for heading in picture.headings),
        *(_box(box) for box in picture.boxes),
        "</svg>",
    ]
    return mark_safe("\n".join(parts))  # names and words are escaped where they are put in


def _box(box: Box) -> str:
    duel = box.duel
    inner = f'<rect width="{BOX_WIDTH}" height="{box.height}" rx="4"/>'
    inner += "".join(_line(line) for line in box.lines) + "".join(_remarks(box))
    if duel.matches:
        label = escape(_("Match %(n)s of the bracket") % {"n": duel.label})
        inner = f'<a href="{_address(duel)}" tabindex="-1" aria-label="{label}">{inner}</a>'
    return f'<g class="duel duel-{duel.state}" transform="translate({box.x} {box.y:g})">{inner}</g>'


def _address(duel: Duel) -> str:
    return reverse("web:match", args=[duel.matches[0].match])


def _line(line: Line) -> str:
    party = line.party
    if not party.number:
        return _text(party.origin, NAME_X, line.y, "origin")
    texts = f"<title>{escape(party.name)}</title>" + _text(line.shown, NAME_X, line.y)
    if party.seed:
        texts += _text(str(party.seed), SEED_X, line.y, "seed")
    if party.scores:
        texts += _text(scores(party), END_X, line.y, "score")
    return f'<g class="{_classes(party)}">{texts}</g>'


def _remarks(box: Box) -> Iterator[str]:
    """Give what stands at the right where no scores do."""
    duel = box.duel
    if duel.state == "bye":
        yield _text(_("bye"), END_X, box.lines[0].y, "remark")
    elif duel.parties[0].scores:
        return
    elif duel.state != "over":
        yield _text(str(duel.label), END_X, LABEL_Y, "remark")
    else:
        winners = [line for line in box.lines if line.party.is_winner]
        yield from (_text(pgettext("walkover", "w/o"), END_X, line.y, "remark") for line in winners)


def _classes(party: Party) -> str:
    if party.is_winner:
        return "won champion" if party.is_champion else "won"
    return "lost" if party.is_loser else "open"


def _text(text: str, x: int, y: int, name: str = "") -> str:
    attribute = f' class="{name}"' if name else ""
    return f'<text{attribute} x="{x}" y="{y}">{escape(text)}</text>'


def scores(party: Party) -> str:
    """Write what somebody has scored, leg by leg: a tie that was played on is 4+5."""
    return "+".join(points(score) for score in party.scores)
