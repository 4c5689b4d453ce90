"""Answers with a card that it cannot hold."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"discard 1Z"}\n' % message["n"])
