"""The page "Replay"."""
