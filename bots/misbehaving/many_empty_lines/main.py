"""Answers with many empty lines, then rightly."""

from kit import speak

speak(lambda message: b"\n" * 1000 + b'{"n":%d,"action":"knock"}\n' % message["n"])
