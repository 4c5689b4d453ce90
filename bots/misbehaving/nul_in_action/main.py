"""Answers with a NUL inside its action."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"knock\0"}\n' % message["n"])
