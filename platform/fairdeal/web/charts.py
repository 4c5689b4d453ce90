"""Pictures of series, as SVG in the page: drawn by pygal, without its scripts and styles; the stylesheet has the look.

Every page with a chart says the same in a table: the picture itself is hidden from who cannot see it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import floor, log10
from typing import Any, Final
from xml.etree.ElementTree import Element

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe

from fairdeal.web.templatetags.arena import decimal

Point = tuple[float, float]
Format = Callable[[float], str]

# Series that can be told apart; the stylesheet has as many tones.
MOST_SERIES: Final = 6
# Points of a line: more cannot be seen, and make the page long.
MOST_POINTS: Final = 150
_WIDTH, _HEIGHT = 720, 320
_LEFT, _RIGHT, _BOTTOM = 44, 36, 8
_TICKS: Final = 5
_DAY: Final = 24 * 3600
# Parts for pointing at values, which takes pygal's script.
_OVERLAYS: Final = {"text-overlay", "tooltip-overlay", "titles"}


@dataclass(frozen=True, slots=True)
class Series:
    """A line, and the band around it: (x, low, high)."""

    name: str
    points: Sequence[Point]
    band: Sequence[tuple[float, float, float]] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture and its key: names in the order of their tones. Empty where there is nothing to draw."""

    svg: SafeString
    names: list[str] = field(default_factory=list)
    x_title: str = ""
    y_title: str = ""


def line_chart(
    series: Sequence[Series],
    *,
    x_title: str,
    y_title: str,
    levels: Sequence[float] = (),
    is_time: bool = False,
    digits: int = 0,
) -> Chart:
    """Draw up to MOST_SERIES lines over numbers or POSIX times, with their bands; `levels` are lines across."""
    import pygal  # a fifth of a second, which no process should pay that draws nothing

    shown = [one for one in series if one.points][:MOST_SERIES]
    xs = [x for one in shown for x, _y in one.points]
    if not xs:
        return Chart(SafeString(""))
    left, right = min(xs), max(xs)
    right = right if right > left else left + 1
    ys = [y for one in shown for _x, y in one.points] + list(levels)
    ys += [y for one in shown for _x, low, high in one.band for y in (low, high)]
    y_ticks = ticks(min(ys), max(ys))
    x_ticks = _times(left, right) if is_time else [tick for tick in ticks(left, right) if left <= tick <= right]
    classes: list[str] = []
    graph = pygal.XY(
        width=_WIDTH,
        height=_HEIGHT,
        margin=10,
        margin_left=_LEFT,
        margin_right=_RIGHT,
        margin_bottom=_BOTTOM,
        show_legend=False,
        show_dots=False,
        disable_xml_declaration=True,
        js=[],
        xrange=(left, right),
        range=(min(y_ticks[0], *ys), max(y_ticks[-1], *ys)),
        x_labels=x_ticks,
        y_labels=y_ticks,
        x_value_formatter=_time_format(left, right) if is_time else _number_format(x_ticks, 0),
        value_formatter=_number_format(y_ticks, digits),
    )
    for tone, one in enumerate(shown):
        if one.band:
            band = thinned(one.band)
            outline = [(x, low) for x, low, _high in band] + [(x, high) for x, _low, high in reversed(band)]
            graph.add("", outline, fill=True)
            classes.append(f"band tone-{tone}")
    for level in levels:
        graph.add("", [(left, level), (right, level)])
        classes.append("level")
    for tone, one in enumerate(shown):
        graph.add("", thinned(one.points), show_dots=len(one.points) == 1)
        classes.append(f"trace tone-{tone}")
    graph.add_xml_filter(lambda root: _cleaned(root, classes))
    # Of numbers alone: no text of anybody's is in the picture.
    return Chart(mark_safe(graph.render(is_unicode=True)), [one.name for one in shown], x_title, y_title)


def ticks(low: float, high: float, count: int = _TICKS) -> list[float]:
    """Return about so many round numbers that reach from `low` or below to `high` or above."""
    span = max(high - low, abs(high) * 1e-9, 1e-9)
    step = 10 ** floor(log10(span / count))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= count)
    first, last = floor(low / step), -floor(-high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def thinned(points: Sequence[Any], most: int = MOST_POINTS) -> list[Any]:
    """Return at most so many of the points, evenly taken, the first and the last among them."""
    if len(points) <= most:
        return list(points)
    return [points[round(place * (len(points) - 1) / (most - 1))] for place in range(most)]


def _times(left: float, right: float) -> list[float]:
    return [left + (right - left) * place / (_TICKS - 1) for place in range(_TICKS)]


def _time_format(left: float, right: float) -> Format:
    span = right - left
    pattern = (
        "Y-m" if span > 300 * _DAY else "m-d" if span > (_TICKS - 1) * _DAY else "j. H:i" if span > _DAY else "H:i"
    )
    return lambda seconds: date_format(datetime.fromtimestamp(seconds, UTC), pattern)


def _number_format(marks: Sequence[float], digits: int) -> Format:
    step = marks[1] - marks[0] if len(marks) > 1 else 1.0
    needed = max(digits if step < 1 else 0, -floor(log10(step) + 1e-9))
    return lambda value: decimal(value, max(0, needed)).replace("-", "\N{MINUS SIGN}")


def _cleaned(root: Element, classes: Sequence[str]) -> Element:
    """Take out what the page's policy forbids and what nobody reads, and name the parts for the stylesheet."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag not in ("svg", "g", "rect", "path", "circle", "text") or _OVERLAYS & _words(child):
                parent.remove(child)
    for part in root.iter():
        number = next((int(word[6:]) for word in _words(part) if word.startswith("serie-")), None)
        if number is not None and number < len(classes):
            part.set("class", classes[number])
    del root.attrib["id"]
    root.set("class", "chart-picture")
    root.set("aria-hidden", "true")
    root.set("focusable", "false")
    return root


def _words(part: Element) -> set[str]:
    return set(part.get("class", "").split())
