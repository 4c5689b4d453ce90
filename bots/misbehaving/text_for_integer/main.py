"""Answers a text where a number is meant."""

from kit import speak

speak(lambda message: b'{"n":"%d","action":"knock"}\n' % message["n"])
