"""Steps of play written down in words: a line for one step, a few lines for a whole contest."""
