"""Answers 1.0 where 1 is meant."""

from kit import speak

speak(lambda message: b'{"n":%d.0,"action":"knock"}\n' % message["n"])
