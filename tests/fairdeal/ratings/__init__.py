"""Tests of the ratings app."""
