"""Answers with an empty action."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":""}\n' % message["n"])
