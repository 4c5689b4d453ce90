"""Says that it is ready, and more."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'{"type":"ready","version":2}\n')
