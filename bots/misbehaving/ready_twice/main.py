"""Says twice that it is ready."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'{"type":"ready"}\n' * 2)
