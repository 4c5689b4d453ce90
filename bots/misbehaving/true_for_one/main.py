"""Answers true where 1 is meant."""

from kit import speak

speak(lambda message: b'{"n":true,"action":"knock"}\n')
