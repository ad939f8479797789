"""The page "Campaigns"."""
