"""Answers with a field that nobody asked for."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"knock","places":[2,1]}\n' % message["n"])
