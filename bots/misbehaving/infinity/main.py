"""Answers Infinity for a number."""

from kit import speak

speak(lambda message: b'{"n":Infinity,"action":"knock"}\n')
