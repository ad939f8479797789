"""Readers of Fantasy Grounds."""
