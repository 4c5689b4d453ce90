"""Answers with no action as its action."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":null}\n' % message["n"])
