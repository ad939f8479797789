"""The page "Table"."""
