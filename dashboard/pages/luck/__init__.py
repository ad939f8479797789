"""The page "Luck"."""
