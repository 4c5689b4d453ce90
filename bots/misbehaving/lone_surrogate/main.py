"""Answers with half a character, as an escape."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"\\ud800"}\n' % message["n"])
