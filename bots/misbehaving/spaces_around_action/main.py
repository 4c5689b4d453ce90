"""Answers with spaces around its action."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"  knock  "}\n' % message["n"])
