"""Brackets as readers see them: who met whom, and the pictures of it. Pure but for the words."""
