"""Formats of tournaments: who meets whom. Pure, one file a format."""
