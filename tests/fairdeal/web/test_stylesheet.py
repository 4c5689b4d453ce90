"""The stylesheet: text can be read in both schemes, nothing is fetched from elsewhere, every class has its rule."""

from __future__ import annotations

import re
from pathlib import Path

import fairdeal.web
import pytest

WEB = Path(fairdeal.web.__file__).parent
# The page's own part comes last: its custom properties are those of the first.
CSS = "".join((WEB / "static" / "web" / name).read_text() for name in ("app.css", "tournament.css"))
TOKEN = re.compile(r"--([a-z-]+): (#[0-9a-f]{6});")
LEAST_CONTRAST = 4.5
# text on ground
PAIRS = [
    *((text, ground) for text in ("ink", "ink-soft", "link", "red") for ground in ("paper", "card", "sunk")),
    ("on-baize", "baize"),
    ("on-baize", "baize-deep"),
    ("on-baize-soft", "baize-deep"),
    ("on-action", "action"),
    ("on-action", "action-hover"),
    ("bad", "paper"),
    ("bad", "card"),
    *((word, f"{word}-wash") for word in ("good", "bad", "warn", "calm")),
    *(("ink", f"{word}-wash") for word in ("good", "bad", "warn", "calm")),
]


def _schemes() -> dict[str, dict[str, str]]:
    light_part, dark_part = CSS.split("@media (prefers-color-scheme: dark)", 1)
    light = dict(TOKEN.findall(light_part))
    return {"light": light, "dark": light | dict(TOKEN.findall(dark_part.split("/* ---- elements", 1)[0]))}


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Give the contrast ratio of two colours (WCAG 2.2)."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(scheme: str) -> None:
    tokens = _schemes()[scheme]
    faint = {
        pair: round(contrast(tokens[pair[0]], tokens[pair[1]]), 2)
        for pair in PAIRS
        if contrast(tokens[pair[0]], tokens[pair[1]]) < LEAST_CONTRAST
    }
    assert faint == {}


def test_nothing_is_fetched_from_elsewhere() -> None:
    assert "url(" not in CSS
    assert "@import" not in CSS


def test_every_custom_property_that_is_used_is_set() -> None:
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", CSS))
    assert used - set(re.findall(r"--([a-z0-9-]+):", CSS)) == set()


def test_every_class_of_the_templates_has_its_rule() -> None:
    templates = [path for path in (WEB / "templates").rglob("*.html") if "allauth" not in path.parts]
    written = {
        name
        for path in templates
        for names in re.findall(r'class="([^"{]+)"', path.read_text())
        for name in names.split()
    }
    assert written - set(re.findall(r"\.([a-z][a-z0-9-]*)", CSS)) == set()
