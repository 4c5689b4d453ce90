"""Answers with an action of 10,000 letters."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"%s"}\n' % (message["n"], b"k" * 10_000))
