"""Prepared tables: files that a campaign is founded from, ready for its first scene."""
