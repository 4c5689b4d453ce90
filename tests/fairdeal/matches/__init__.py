"""Tests of the matches app."""
