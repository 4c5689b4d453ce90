"""Writes to its log what acts on a terminal or a page."""

import os

from kit import legal_answer, speak


def answer(message):
    os.write(2, b"\x1b[2J\x1b]0;pwned\x07\x00\xff\xed\xa0\x80 \xe2\x80\xae <script>alert(1)</script>\r\n")
    return legal_answer(message)


speak(answer)
