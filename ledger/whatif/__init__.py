"""Earlier rulings: what they led to, what would stand if one had gone otherwise, and adopting that."""
