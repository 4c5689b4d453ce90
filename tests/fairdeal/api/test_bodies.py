"""Bodies that no program should send are refused, not choked on."""

from __future__ import annotations

import io

import pytest
from fairdeal.api import parsers
from rest_framework.parsers import ParseError


def parse(content: bytes) -> object:
    return parsers.CappedJSONParser().parse(io.BytesIO(content), "application/json", {})


def test_an_object_is_read():
    assert parse(b'{"a": [1, "\xc3\xa9"]}') == {"a": [1, "é"]}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b"null",
        b'"text"',
        b"7",
        b"\xff\xfe",
        b'{"a": NaN}',
        b'{"a": ' + b"[" * 100_000,
        b'{"a": ' + b"9" * 10_000 + b"}",
    ],
)
def test_nonsense_is_a_parse_error(content):
    with pytest.raises(ParseError):
        parse(content)


def test_too_much_is_refused_before_it_is_kept():
    class Endless:
        taken = 0

        def read(self, size: int) -> bytes:
            self.taken += size
            return b"x" * size

    stream = Endless()
    with pytest.raises(parsers.BodyTooLarge):
        parsers.read_capped(stream, 300_000)
    assert stream.taken <= 300_000 + 2 * parsers.CHUNK_BYTES


@pytest.mark.parametrize(("text", "length"), [("", 0), ("12", 12), ("-1", 0), ("x", 0), (None, 0)])
def test_a_length_that_is_no_number_counts_as_none(text, length):
    assert parsers.content_length({"CONTENT_LENGTH": text}) == length
