"""Answers with brackets 60,000 deep."""

from kit import speak

speak(lambda message: b'{"n":' + b"[" * 60_000 + b"}\n")
