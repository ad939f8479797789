"""English as data: sentences, and names for ids."""
