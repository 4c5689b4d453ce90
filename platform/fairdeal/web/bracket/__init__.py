"""Brackets as readers see them: who met whom, in words and in pictures. No queries are made here."""
