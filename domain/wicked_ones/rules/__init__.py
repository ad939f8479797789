"""The rules, by chapter: each a short function, refusals first, dice second, events last."""
