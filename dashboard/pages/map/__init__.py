"""The page "Map"."""
