"""Charts: round marks, no more points than can be seen, nothing that the pages' policy forbids."""

from __future__ import annotations

import re

import pytest
from fairdeal.web.charts import MOST_POINTS, MOST_SERIES, Series, line_chart, thinned, ticks


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 400, [0, 100, 200, 300, 400]),
        (1398, 1560, [1350, 1400, 1450, 1500, 1550, 1600]),
        (-2.94, 2.94, [-4, -2, 0, 2, 4]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_marks_are_round_and_reach_over_the_values(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


@pytest.mark.parametrize("value", [0.0, 1500.0, -3e9, 1e-12])
def test_one_value_has_marks_around_it(value: float) -> None:
    found = ticks(value, value)
    assert found[0] <= value <= found[-1]
    assert len(set(found)) == len(found) > 1


def test_ends_stay_when_points_are_thinned() -> None:
    points = list(range(1000))
    assert thinned(points[:5]) == points[:5]
    found = thinned(points)
    assert (len(found), found[0], found[-1]) == (MOST_POINTS, 0, 999)
    assert found == sorted(set(found))


def test_a_picture_has_lines_bands_and_levels_and_nothing_else() -> None:
    line = [(float(x), 1500.0 + x) for x in range(400)]
    series = [Series("<b>fox</b>", line, [(x, y - 40, y + 40) for x, y in line]), Series("owl", line[:1])]
    chart = line_chart(series, x_title="blocks", y_title="Elo", levels=[1480])
    tags = set(re.findall(r"<([a-z]+)", chart.svg))
    assert tags == {"svg", "g", "rect", "path", "circle", "text"}
    assert "style=" not in chart.svg
    assert "fox" not in chart.svg
    assert chart.names == ["<b>fox</b>", "owl"]
    drawn = re.findall(r'class="((?:trace|band) tone-\d|level)"><path', chart.svg)
    assert drawn == ["band tone-0", "level", "trace tone-0"]
    assert re.search(r'class="trace tone-1">.*<circle', chart.svg)
    assert len(chart.svg) < 15_000


def test_times_and_too_many_series_and_nothing_at_all() -> None:
    days = [(1_700_000_000.0 + 86_400 * day, float(day)) for day in range(30)]
    chart = line_chart([Series(str(n), days) for n in range(9)], x_title="", y_title="", is_time=True)
    assert len(chart.names) == MOST_SERIES
    assert re.findall(r">(\d\d-\d\d)<", chart.svg)[0] == "11-14"
    assert line_chart([Series("empty", [])], x_title="", y_title="", levels=[1]).svg == ""
