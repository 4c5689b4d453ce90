"""The checker of pages finds what it is for."""

from __future__ import annotations

import pytest

from tests.fairdeal.web.markup import faults_of

GOOD = '<!doctype html><html lang="en"><title>Cards</title><body><h1>Cards</h1></body></html>'


def test_a_plain_page_has_no_faults() -> None:
    assert faults_of(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (' lang="en"', ""),
        ("Cards</title>", "</title>"),
        ("<h1>", '<h1 style="color:red">'),
        ("<h1>", '<h1 onclick="deal()">'),
        ("</body>", "<script>deal()</script></body>"),
        ("</body>", "<style>h1{}</style></body>"),
        ("</body>", '<script src="https://cdn.example/x.js"></script></body>'),
        ("</body>", "<table></table></body>"),
        ("</body>", '<input name="seat"></body>'),
        ("</body>", '<p id="a"></p><p id="a"></p></body>'),
        ("</body>", "<h1>Again</h1></body>"),
        ("</h1>", "</h2>"),
    ],
)
def test_each_fault_is_found(old: str, new: str) -> None:
    assert faults_of(GOOD.replace(old, new)) != []
