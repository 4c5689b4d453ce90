"""Answers with ten thousand fields."""

from kit import speak

speak(lambda message: b"{" + b",".join(b'"k%d":1' % i for i in range(5_000)) + b"}\n")
