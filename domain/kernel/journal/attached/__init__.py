"""Files attached to a campaign: portraits, pictures, maps, handouts, recordings, and what they belong to."""
