"""Answers with objects 10,000 deep."""

from kit import speak

speak(lambda message: b'{"n":' * 10_000 + b"\n")
