"""Answers 1e999 for a number."""

from kit import speak

speak(lambda message: b'{"n":1e999,"action":"knock"}\n')
