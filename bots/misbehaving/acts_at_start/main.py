"""Answers the start with an action."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'{"n":0,"action":"knock"}\n')
