"""Management commands of the tournaments."""
