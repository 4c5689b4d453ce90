"""Management commands of the matches."""
