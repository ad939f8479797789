"""Records as they are stored: their bytes, their chain, their lines, and the states folded from them."""
