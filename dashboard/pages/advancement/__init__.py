"""The page "Advancement"."""
