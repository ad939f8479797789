"""Recording rulings: what is decided, on which head, stored once, sealed and receipted."""
