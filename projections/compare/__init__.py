"""What differs between two moments, and why a value is what it is."""
