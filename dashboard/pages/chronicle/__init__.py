"""The page "Chronicle"."""
