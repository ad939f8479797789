"""Earlier rulings: what the log says of them, and how they might have gone."""
