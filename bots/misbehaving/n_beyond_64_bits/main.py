"""Answers the request whose number has the same low 64 bits."""

from kit import speak

speak(lambda message: b'{"n":%d,"action":"knock"}\n' % (message["n"] + 2**64))
