"""The page "Disputes"."""
