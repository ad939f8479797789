"""Play that was taken in, as a story tells it: entries by their words, what repeats told once, noise known."""
