"""The page "Between sessions"."""
