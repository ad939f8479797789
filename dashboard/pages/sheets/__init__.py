"""The page "Sheets"."""
