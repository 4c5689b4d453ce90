"""Answers a number of 60,000 digits."""

from kit import speak

speak(lambda message: b'{"n":' + b"9" * 60_000 + b',"action":"knock"}\n')
