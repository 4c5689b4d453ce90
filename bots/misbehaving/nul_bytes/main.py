"""Answers with NUL bytes around."""

from kit import speak

speak(lambda message: b'\0{"n":%d,"action":"knock"}\0\n' % message["n"])
