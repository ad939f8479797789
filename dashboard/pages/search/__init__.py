"""The page "Find"."""
