"""The rules, chapter by chapter: refusals first, dice second, events last."""
