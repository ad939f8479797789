"""Differences between two moments, and the reasons why a value is what it is."""
