"""Says that it is something else."""

from kit import legal_answer, speak

speak(legal_answer, ready=b'{"type":"steady"}\n')
