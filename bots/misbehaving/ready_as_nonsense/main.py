"""Says that it is ready in NUL bytes."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'\0\0\0\0\n')
