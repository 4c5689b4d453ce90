"""Answers once more when the game is over."""

from kit import legal_answer, put, speak

speak(legal_answer, end=lambda: put(b'{"n":99,"action":"knock"}\n'))
