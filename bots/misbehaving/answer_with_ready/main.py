"""Answers the first request before it is asked."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'{"type":"ready"}\n{"n":1,"action":"knock"}\n')
