"""Crash before the game begins."""

raise RuntimeError("the tables are missing")
