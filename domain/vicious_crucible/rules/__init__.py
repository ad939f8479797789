"""The rules, by chapter. Each is a short function: refusals first, dice second, events last."""
