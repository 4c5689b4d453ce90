"""Answers with a range, as the list of legal actions has it."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"bet 1..7"}\n' % message["n"])
