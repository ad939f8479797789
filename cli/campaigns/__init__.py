"""Commands that record: rulings, play scripts, summaries, what other tools kept, shelves."""
