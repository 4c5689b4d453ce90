"""Answers with a line of 12.8 MB."""

from kit import speak

speak(lambda message: b"x" * 12_800_000 + b"\n")
