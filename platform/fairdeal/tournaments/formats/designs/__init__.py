"""Designs: who sits with whom at tables of more than two, and with whom as a partner. Pure."""
