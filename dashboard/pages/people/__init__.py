"""The page "People"."""
