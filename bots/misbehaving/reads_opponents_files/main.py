"""Reads the bundle of its opponent, and what that wrote."""

from kit import FACTS, attack, must_hold


def opponents_bundle():
    open(FACTS["opponents_bundle"]).close()


def opponents_notes():
    must_hold(FACTS["opponents_notes"])


attack(opponents_bundle, opponents_notes)
