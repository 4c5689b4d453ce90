"""Answers NaN for a number."""

from kit import speak

speak(lambda message: b'{"n":NaN,"action":"knock"}\n')
